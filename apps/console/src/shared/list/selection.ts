import { useCallback, useState } from 'react';

/** Keys of chosen rows. Immutable. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly has: (key: string) => boolean;
  /** @param range keys from the row that was chosen last to this one */
  toggle(key: string, range?: readonly string[]): void;
  set(keys: Iterable<string>): void;
  clear(): void;
  readonly last: string | null;
}

export function useSelection(): Selection {
  const [{ keys, last }, setState] = useState<{ keys: ReadonlySet<string>; last: string | null }>({
    keys: new Set(),
    last: null,
  });
  const toggle = useCallback((key: string, range: readonly string[] = []) => {
    setState(({ keys: before }) => {
      const next = new Set(before);
      if (range.length > 0) range.forEach((one) => next.add(one));
      else if (!next.delete(key)) next.add(key);
      return { keys: next, last: key };
    });
  }, []);
  const set = useCallback(
    (all: Iterable<string>) =>
      setState(({ last: before }) => ({ keys: new Set(all), last: before })),
    [],
  );
  const clear = useCallback(() => setState({ keys: new Set(), last: null }), []);
  return { keys, last, has: (key) => keys.has(key), toggle, set, clear };
}
