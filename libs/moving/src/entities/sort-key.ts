/**
 * The parts of a key as bytes that compare as the parts do, one after the other, by UTF-16 units. Ends of parts are below every
 * unit; a unit 0 is told from them.
 */
export function sortKey(parts: readonly string[]): Buffer {
  const units = parts.map((part) => part.replaceAll('\0', '\0\u0001')).join('\0\0');
  return Buffer.from(units, 'utf16le').swap16();
}
