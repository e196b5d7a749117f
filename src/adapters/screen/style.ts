import type { IBufferCell } from "@xterm/headless";

/** How a cell looks, as the parameters of `ESC [ … m`; empty when it is plain. */
export function styleOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return "";
  return [...attributesOf(cell), ...foregroundOf(cell), ...backgroundOf(cell)].join(";");
}

function attributesOf(cell: IBufferCell): readonly string[] {
  const found: readonly (readonly [number, string])[] = [
    [cell.isBold(), "1"],
    [cell.isDim(), "2"],
    [cell.isItalic(), "3"],
    [cell.isUnderline(), "4"],
    [cell.isBlink(), "5"],
    [cell.isInverse(), "7"],
    [cell.isStrikethrough(), "9"],
    [cell.isOverline(), "53"],
  ];
  return found.filter(([isSet]) => isSet !== 0).map(([, parameter]) => parameter);
}

function foregroundOf(cell: IBufferCell): readonly string[] {
  if (cell.isFgDefault()) return [];
  return [cell.isFgRGB() ? `38;2;${partsOf(cell.getFgColor())}` : paletteOf(cell.getFgColor(), 30)];
}

function backgroundOf(cell: IBufferCell): readonly string[] {
  if (cell.isBgDefault()) return [];
  return [cell.isBgRGB() ? `48;2;${partsOf(cell.getBgColor())}` : paletteOf(cell.getBgColor(), 40)];
}

/** The first sixteen have numbers of their own, as every terminal knows them. `base` is 30 or 40. */
function paletteOf(colour: number, base: number): string {
  if (colour < 8) return String(base + colour);
  return colour < 16 ? String(base + 60 + colour - 8) : `${base + 8};5;${colour}`;
}

function partsOf(rgb: number): string {
  return [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff].join(";");
}
