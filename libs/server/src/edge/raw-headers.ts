/** @returns the values of all lines of a header; of some Node shows the first alone */
export function headersNamed(name: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!;
    if (sent.length === name.length && sent.toLowerCase() === name) {
      values.push(rawHeaders[index + 1]!);
    }
  }
  return values;
}
