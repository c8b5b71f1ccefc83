/** Members of `expected` that `found` has otherwise, by name; `*`: there is nothing. */
export function differingMembers(expected: object, found: object | null): readonly string[] {
  if (found === null) return ['*'];
  const there = new Map(Object.entries(found));
  return Object.entries(expected)
    .filter(([name, value]) => canonical(value) !== canonical(there.get(name)))
    .map(([name]) => name);
}

/** The same for the same value, whatever the order of members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one) && !(one instanceof Date)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
