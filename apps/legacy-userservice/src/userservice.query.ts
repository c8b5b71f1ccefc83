/** What a client has sent: the first value of each parameter, `null` for one that cannot be decoded. */
export type Parameters = ReadonlyMap<string, string | null>;

/**
 * The parameters of the query string, then those of a form body, as UTF-8; `+` is a blank. A value
 * with U+0000 counts as one that cannot be decoded. Contract: muc-and-legacy 11.1
 * @param query as Node gives it, one character per byte
 */
export function readParameters(query: string, form: Uint8Array): Parameters {
  const parameters = new Map<string, string | null>();
  for (const source of [Buffer.from(query, 'latin1'), Buffer.from(form)]) {
    for (const pair of source.toString('latin1').split('&')) {
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
      if (name !== null && name !== '' && !parameters.has(name)) parameters.set(name, value);
    }
  }
  return parameters;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param text one character per byte */
function decode(text: string): string | null {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return null;
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  if (bytes.includes('\0')) return null;
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}
