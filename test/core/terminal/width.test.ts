import { expect, test } from "vitest";
import { characterWidth } from "../../../src/core/terminal/width.ts";

test.each([
  [0, "\0\u0007\u009b\u0301\u200b\u200d\ufe0f\u1161\u20dd"],
  [1, "aé\u00ad─│★❤🇩\u0600\u0903"],
  [2, "日本ｗ한⌚😀🫠🚀\u3000\u3250\u4dc0𠀀"],
])("[SCREEN-2] %i columns, as wcwidth(3) says", (width, characters) => {
  for (const character of characters)
    expect({ character, width: characterWidth(character.codePointAt(0) ?? 0) }).toEqual({ character, width });
});
