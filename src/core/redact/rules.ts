import { KEY_FAMILIES, keyPattern } from "./key-families.ts";
import { KEY_FORMATS } from "./key-formats.ts";
import { FULL_MASK, isMasked, maskInFile, maskToken } from "./mask.ts";
import { beginsKey, SIGN } from "./scan.ts";

/** What a text is, as far as the rules need to know. */
export interface Mode {
  /** It is the text of a file, which may be written back. */
  readonly fileRead: boolean;
  /** It may be source code: templates are no secrets. */
  readonly codeFile: boolean;
}

/**
 * One kind of secret. Rules are applied in order, each on what the one before left. A new rule keeps three promises:
 * it takes linear time on any text (no loop inside a loop, nothing tried again from the middle of what failed),
 * a masked text stays as it is, and no match reaches over the end of a line.
 */
export interface Rule {
  readonly name: string;
  /** A line without all of these signs is left alone without a search. */
  readonly signs: number;
  /** Its match is the secret and nothing else, so the halves of a broken one may be put together. */
  readonly isToken?: boolean;
  readonly pattern: RegExp;
  /** What stands for the match afterwards. Gets the match and its groups. */
  readonly mask: (found: RegExpExecArray, mode: Mode) => string;
}

/** Keys that are known by their form. */
export const KEY_RULES: readonly Rule[] = [
  {
    name: "key prefix",
    signs: SIGN.key,
    isToken: true,
    pattern: keyPattern(KEY_FAMILIES, KEY_FORMATS),
    mask: (found, mode) => (isWords(found[0]) || isInBase64(found) ? found[0] : masked(found[0], mode)),
  },
  token("zhipu key", /(?<![A-Za-z0-9_-])[0-9a-f]{32}\.[A-Za-z0-9]{16,}(?![A-Za-z0-9_-])/g),
  token("discord token", /(?<![\w-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![\w-])/g),
  token("terraform token", /(?<![\w-])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}/g),
  token("mailchimp key", /(?<![\w-])[0-9a-f]{32}-us[0-9]{1,2}(?![\w-])/g),
  token("azure client secret", /(?<![\w~.-])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![\w~.-])/g),
  token(
    "private key in base64",
    /(?<![A-Za-z0-9])LS0tLS1CRUdJTi(?:[A-Za-z0-9+/]{0,10})(?:QUklWQVRF|UFJJVkFUR|BSSVZBVE)[A-Za-z0-9+/=]*/g,
  ),
];

/** What stands for a credential in a document, in a type, and in a template of source code. */
const PLACE = /^(?:<.*>?|\$?\{.*|\$\w+|\.{3}|…|undefined|null|string)$/;

/** Fields that are known by their name, whatever the text is. */
export const FIELD_RULES: readonly Rule[] = [
  {
    // The whole credential goes: what is left of a masked token would be taken for a credential the next time.
    name: "authorization header",
    signs: SIGN.named,
    pattern: /((?:proxy-)?authorization["']?[ \t]*:[ \t]*["']?(?:[A-Za-z][A-Za-z0-9-]*[ \t]+)?)([^\s"'`,;]+)/gi,
    mask: ([all, header, credential = ""]) => (PLACE.test(credential) ? all : header + FULL_MASK),
  },
  {
    name: "secret header",
    signs: SIGN.named,
    pattern:
      /(?<![A-Za-z0-9_])((?:x-(?:goog-)?api-key|api-?key|x-(?:api|auth|access)-token)["']?[ \t]*:[ \t]*["']?)[^\s"'`,;]+/gi,
    mask: ([, header]) => header + FULL_MASK,
  },
  {
    name: "telegram token",
    signs: SIGN.telegram,
    pattern: /(?<!\d)(\d{8,}:)[A-Za-z0-9_-]{30,}/g,
    mask: ([, id]) => id + FULL_MASK,
  },
  field(
    "aws secret key",
    /(aws_?secret_?(?:access_?)?key["'\\]{0,2}[ \t]*[:=][ \t]*["'\\]{0,2})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  ),
  field("aws session token", /(aws_?session_?token["'\\]{0,2}[ \t]*[:=][ \t]*["'\\]{0,2})([A-Za-z0-9/+]{60,}={0,2})/gi),
  field("azure account key", /((?:Account|SharedAccess)Key=)([A-Za-z0-9+/]{42,86}={1,2})/gi),
  field("azure signature", /([?&;]sig=)([A-Za-z0-9%+/]{43,}={0,2}(?:%3D)?)/gi),
  field("google refresh token", /(?<![\w/])()(1\/\/0[A-Za-z0-9_-]{40,})/g),
  field("npm password", /(:_(?:authToken|auth|password)[ \t]*=[ \t]*)([^\s"'$]{8,})/g),
  field("docker password", /("auth"[ \t]*:[ \t]*")([A-Za-z0-9+/]{12,}={0,2})(?=")/g),
];

/** Addresses with a secret in them. Other web addresses stay as they are, on purpose. */
export const ADDRESS_RULES: readonly Rule[] = [
  {
    // A password ends at the last `@` before a `/`, else at the first `@`. A template (`{password}`) of source code is none.
    name: "database password",
    signs: SIGN.url | SIGN.at,
    pattern:
      /((?:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|cockroachdb|clickhouse|mongodb(?:\+srv)?|rediss?|amqps?|nats|mqtts?|smtps?|ldaps?)(?:\+[a-z0-9]{1,20})?:\/\/[^\s"'`:/@]*:)(?!\/\/)((?:[^\s"'`<>:/]|:(?!\/\/))+|(?:[^\s"'`<>:@]|:(?!\/\/))+)@/gi,
    mask: ([all, start, password = ""], { codeFile }) =>
      codeFile && /^\$?\{[^{}]*\}$/.test(password) ? all : `${start}${FULL_MASK}@`,
  },
  {
    // A name of small letters alone is a user, no token.
    name: "token in an address",
    signs: SIGN.url | SIGN.at,
    pattern: /((?<![a-z0-9+])(?:https?|wss?|git|ssh|s?ftp|ftps):\/\/)([^\s"'`<>:/@?#]{8,})(?=@)/gi,
    mask: ([all, scheme, user = ""], mode) =>
      /^[a-z._-]+$/.test(user) || isMasked(user) || /[{}$]/.test(user) ? all : scheme + masked(user, mode),
  },
  {
    name: "slack webhook",
    signs: SIGN.url,
    pattern: /(hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9+/_-]{20,}/g,
    mask: ([, start]) => start + FULL_MASK,
  },
  {
    name: "discord webhook",
    signs: SIGN.url,
    pattern: /(discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/)[A-Za-z0-9_-]{30,}/g,
    mask: ([, start]) => start + FULL_MASK,
  },
];

/** The passes behind those of addresses. */
export const LAST_RULES: readonly Rule[] = [
  {
    // Not the beginning of a JSON file that a data address holds, such as a source map.
    name: "json web token",
    signs: SIGN.key,
    isToken: true,
    pattern: /(?<![A-Za-z0-9_-]|;base64,)eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_=-]{4,}){0,4}/g,
    mask: ([token], mode) => masked(token, mode),
  },
];

/** International numbers have 7 to 15 digits, and none begins with a zero (E.164). */
export const PHONE_RULE: Rule = {
  name: "phone number",
  signs: SIGN.phone,
  pattern: /(?<![A-Za-z0-9_+/=-])\+[1-9]\d{6,14}(?![A-Za-z0-9_+/=])/g,
  mask: ([number]) => {
    const shown = number.length <= 8 ? 2 : 4;
    return `${number.slice(0, shown)}****${number.slice(-shown)}`;
  },
};

/** Only where a caller asks for it: web addresses are there to be used. */
export const STRICT_ADDRESS_RULES: readonly Rule[] = [
  {
    name: "user and password",
    signs: SIGN.url | SIGN.at,
    pattern: /((?<![a-z0-9+])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>:/@]{0,256}:)[^\s"'`<>/@]+(?=@)/gi,
    mask: ([, start]) => start + FULL_MASK,
  },
  {
    name: "query",
    signs: SIGN.url,
    pattern:
      /([?&#](?:access_token|refresh_token|id_token|api_?key|apikey|key|token|auth|secret|client_secret|password|passwd|pass|sig|signature|code|x-amz-(?:signature|credential|security-token))=)[^\s"'`<>&#]+/gi,
    mask: ([, start]) => start + FULL_MASK,
  },
];

const SENSITIVE =
  /^(?:.*[_-])?(?:password|passwd|pass|pwd|secret|token|key|apikey|auth|code|signature|sig|credentials?)$/i;
const FORM_NAME = /^[A-Za-z0-9_.%[\]-]+$/;

/** A text that is one line of a form (`name=value&name=value`) and nothing else. */
export function maskForm(text: string): string {
  const line = text.trimEnd();
  if (!line.includes("&") || /\s/.test(line)) return text;
  const pairs = line.split("&").map((pair) => [pair, pair.slice(0, Math.max(0, pair.indexOf("=")))] as const);
  if (!pairs.every(([, name]) => FORM_NAME.test(name))) return text;
  const masked = pairs.map(([pair, name]) => (SENSITIVE.test(name) ? `${name}=${FULL_MASK}` : pair));
  return masked.join("&") + text.slice(line.length);
}

/** A rule's whole match is the token. */
function token(name: string, pattern: RegExp): Rule {
  return { name, signs: SIGN.key, isToken: true, pattern, mask: ([secret], mode) => masked(secret, mode) };
}

/** The first group is the name of the field, the second its value. */
function field(name: string, pattern: RegExp): Rule {
  return {
    name,
    signs: SIGN.named,
    pattern,
    mask: ([, start = "", value = ""], mode) => start + (isMasked(value) ? value : masked(value, mode)),
  };
}

const PREFIXES = [
  ...KEY_FAMILIES.flatMap((family) => family.prefixes),
  ...KEY_FORMATS.map(([prefix]) => prefix),
].toSorted((one, other) => other.length - one.length);

function masked(secret: string, { fileRead }: Mode): string {
  return fileRead ? maskInFile(PREFIXES.find((prefix) => secret.startsWith(prefix)) ?? "") : maskToken(secret);
}

/** A name of source code such as `sk-chasing-dots` or `SG.prototype.render`: words without a digit. No key is drawn like that. */
function isWords(text: string): boolean {
  if (text.length > WORDS_MAX_CHARS || /\d/.test(text) || holdsKey(text)) return false;
  const [, ...parts] = text.split(/[._-]+/);
  if (parts.length < 2) return false;
  const words = parts.join(" ").match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return words.join("").length >= words.length * WORD_MEAN_CHARS;
}

/** Whether another key may begin in it. Masked by a rule of its own it would leave a rest that is a key the next time. */
function holdsKey(text: string): boolean {
  return [...text.matchAll(/\./g)].some(({ index }) => beginsKey(text, index + 1));
}

const WORDS_MAX_CHARS = 60;
/** In a random text a run of small letters is two characters long, in a name of source code six. */
const WORD_MEAN_CHARS = 4;

/** Keys that begin with letters alone occur in the base64 of pictures and programs, which has `+` and `/` around them. */
function isInBase64({ 0: token, index, input }: RegExpExecArray): boolean {
  return (
    /^(?:gAAAA|EAA|AKCp|cio|oy2)/.test(token) &&
    (/[+/]/.test(input.charAt(index - 1)) || /[+/]/.test(input.charAt(index + token.length)))
  );
}
