/** Where lists were scrolled to, by entry of the history: Back returns to the same row. */
const kept = new Map<string, number>();

const entry = (): string => {
  const state = history.state as { readonly __TSR_key?: string; readonly key?: string } | null;
  return `${state?.__TSR_key ?? state?.key ?? ''} ${location.hash}`;
};

/** The address may have changed already when a list goes away, so it is noted while it is there. */
let current = entry();

export const keptScroll = (): number => {
  current = entry();
  return kept.get(current) ?? 0;
};

export function keepScroll(top: number): void {
  kept.set(current, top);
}
