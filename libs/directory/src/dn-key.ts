/** No escapes, quotes, several values or blanks at the ends of a part. */
const PLAIN = /^[^\\"+#;\s]+(?: [^\\"+#;\s]+)*$/;
const LOOSE = /[,=] | [,=]/;

/**
 * Equal for two ways of writing one DN, as far as servers write them: case, escapes, quotes, blanks around parts and the order of
 * several values do not count. It is a key alone, and never sent.
 */
export function dnKey(dn: string): string {
  if (PLAIN.test(dn) && !LOOSE.test(dn)) return dn.toLowerCase();
  const parts = partsOf(dn);
  if (parts === null) return dn.toLowerCase();
  return parts
    .map((values) =>
      values
        .map(({ type, value }) => `${type}=${value}`)
        .sort()
        .join('\u0001'),
    )
    .map((part) => (/[,\\]/.test(part) ? part.replace(/[,\\]/g, '\\$&') : part))
    .join(',');
}

interface TypedValue {
  readonly type: string;
  readonly value: string;
}

/** @returns null: it is none. Source: RFC 4514, with the quotes of RFC 2253 */
function partsOf(dn: string): readonly (readonly TypedValue[])[] | null {
  const parts: TypedValue[][] = [[]];
  let at = 0;
  while (at < dn.length) {
    const equals = dn.indexOf('=', at);
    if (equals < 0) return null;
    const type = dn.slice(at, equals).trim().toLowerCase();
    const read = valueFrom(dn, equals + 1);
    if (read === null) return null;
    parts.at(-1)!.push({ type, value: read.value });
    at = read.end;
    if (at >= dn.length) break;
    if (dn[at] !== '+') parts.push([]);
    at += 1;
  }
  return parts;
}

function valueFrom(dn: string, start: number): { value: string; end: number } | null {
  const bytes: Buffer[] = [];
  let quoted = false;
  /** up to where blanks at the end count, since they were escaped */
  let firm = 0;
  let text = '';
  const flush = () => {
    text += Buffer.concat(bytes).toString('utf8');
    bytes.length = 0;
  };
  let at = start;
  for (; at < dn.length; at++) {
    const sign = dn[at]!;
    if (sign === '\\') {
      const hex = dn.slice(at + 1, at + 3);
      if (/^[0-9a-f]{2}$/i.test(hex)) {
        bytes.push(Buffer.from(hex, 'hex'));
        at += 2;
      } else {
        if (at + 1 >= dn.length) return null;
        flush();
        text += dn[(at += 1)]!;
        firm = text.length;
      }
      continue;
    }
    if (bytes.length > 0) {
      flush();
      firm = text.length;
    }
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ',' || sign === ';' || sign === '+')) break;
    else text += sign;
    if (quoted) firm = text.length;
  }
  if (quoted) return null;
  flush();
  const value = text.slice(0, firm) + text.slice(firm).trimEnd();
  return { value: value.trimStart().replace(/ {2,}/g, ' ').toLowerCase(), end: at };
}
