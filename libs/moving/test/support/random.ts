/** Numbers from 0 to below 1, the same for the same seed (xorshift). */
export function random(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export function oneOf<T>(next: () => number, choices: readonly T[]): T {
  return choices[Math.floor(next() * choices.length)]!;
}
