/** Memoises a pure function for recurring texts, such as headers. */
export function remember<T>(
  decide: (text: string | undefined) => T,
  maxTexts = 500,
): (text: string | undefined) => T {
  const known = new Map<string | undefined, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const decided = decide(text);
    if (known.size >= maxTexts) known.clear();
    known.set(text, decided);
    return decided;
  };
}
