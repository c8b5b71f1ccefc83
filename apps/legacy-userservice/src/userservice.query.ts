/** The parameters of the user service; all others are ignored. */
export const PARAMETERS = [
  'secret',
  'type',
  'username',
  'password',
  'name',
  'email',
  'groups',
  'item_jid',
  'subscription',
] as const;
export type ParameterName = (typeof PARAMETERS)[number];

/** The received parameters: the first value of each, `null` if it cannot be decoded. */
export type Parameters = ReadonlyMap<ParameterName, string | null>;

/**
 * The parameters of the query string, then those of a form body, in UTF-8; `+` is a blank. A value
 * with U+0000 counts as undecodable. Contract: muc-and-legacy 11.1
 * @param query from Node, with one character per byte
 */
export function readParameters(query: string, form: Buffer | null = null): Parameters {
  const parameters = new Map<ParameterName, string | null>();
  for (const source of form === null ? [query] : [query, form.toString('latin1')]) {
    for (const pair of pairsOf(source)) {
      const equals = pair.indexOf('=');
      const name = nameOf(equals < 0 ? pair : pair.slice(0, equals));
      if (name === undefined || parameters.has(name)) continue;
      parameters.set(name, decode(equals < 0 ? '' : pair.slice(equals + 1)));
    }
  }
  return parameters;
}

/** A generator, because a form may consist of millions of separators. */
function* pairsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('&', start);
    const end = found < 0 ? text.length : found;
    if (end > start) yield text.slice(start, end);
    start = end + 1;
  }
}

const NAMES: ReadonlyMap<string, ParameterName> = new Map(PARAMETERS.map((name) => [name, name]));
/** `%XX` for each character of the longest name. */
const MAX_NAME_LENGTH = 3 * Math.max(...PARAMETERS.map(({ length }) => length));

/**
 * The parameter with this name, if any; names are ASCII, so encoded characters are single bytes.
 */
function nameOf(sent: string): ParameterName | undefined {
  if (sent.length > MAX_NAME_LENGTH) return undefined;
  if (!sent.includes('%')) return NAMES.get(sent);
  return NAMES.get(
    sent.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(parseInt(digits, 16)),
    ),
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param text one character per byte. @returns `null` unless it is percent-encoded UTF-8 without
 * U+0000
 */
function decode(text: string): string | null {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let byte = text.charCodeAt(at);
    if (byte === PLUS) byte = BLANK;
    else if (byte === PERCENT) {
      byte = (hexDigit(text.charCodeAt(at + 1)) << 4) | hexDigit(text.charCodeAt(at + 2));
      at += 2;
    }
    if (byte <= 0) return null;
    bytes[length++] = byte;
  }
  try {
    return utf8.decode(bytes.subarray(0, length));
  } catch {
    return null;
  }
}

const BLANK = 0x20;
const PERCENT = 0x25;
const PLUS = 0x2b;

/** -1 if invalid, which makes the whole byte negative. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
