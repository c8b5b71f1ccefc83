/** So many calls are begun before the first of them is used. */
const AHEAD = 8;

/** What `ask` gives for each thing, in their order, while the next ones are asked for. */
export async function* inOrder<T, R>(
  things: readonly T[],
  ask: (thing: T) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  const begun: Promise<readonly R[]>[] = [];
  for (let at = 0, next = 0; at < things.length; at++) {
    while (next < things.length && next < at + AHEAD) {
      const one = ask(things[next]!);
      // an error is thrown when it is its turn
      one.catch(() => {});
      begun.push(one);
      next += 1;
    }
    yield await begun.shift()!;
  }
}
