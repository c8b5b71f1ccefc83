import {
  useNavigate,
  useParams as useRouterParams,
  useSearch as useRouterSearch,
} from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { PATHS } from './paths';
import type { ParamsOf, ScreenName, Target } from './paths';

/** How one value of the address is read: what cannot be used counts as absent. */
export interface SearchValue<V> {
  read(text: string | undefined): V;
  write(value: V): string | undefined;
}

const optional = <V>(read: (text: string) => V | null): SearchValue<V | null> => ({
  read: (text) => (text === undefined || text === '' ? null : read(text)),
  write: (value) => (value === null || value === undefined ? undefined : String(value)),
});

/** Values that stand in an address behind `?`. */
export const inAddress = {
  text: optional((text) => text.slice(0, 1_000)),
  flag: optional((text) => (text === 'true' ? true : text === 'false' ? false : null)),
  number: optional((text) => (/^\d{1,9}$/.test(text) ? Number(text) : null)),
  /** `2027-01-31` */
  day: optional((text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null,
  ),
  oneOf: <const C extends readonly string[]>(...choices: C): SearchValue<C[number] | null> =>
    optional((text) => (choices.includes(text) ? (text as C[number]) : null)),
};

export type SearchSpec = Readonly<Record<string, SearchValue<unknown>>>;

/** Values as they stand behind `?`. */
export type RawAddress = Readonly<Record<string, string>>;

export type SearchOf<S> = {
  readonly [K in keyof S]: S[K] extends SearchValue<infer V> ? V : never;
};

/** The values of an address. */
export const valuesIn = <S extends SearchSpec>(spec: S, raw: RawAddress): SearchOf<S> =>
  Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, value.read(raw[name])]),
  ) as unknown as SearchOf<S>;

/**
 * The values of the address and a way to change some of them, so that every view can be sent to a colleague.
 * A change is a step for Back unless `isSmall`.
 */
export function useAddress<S extends Readonly<Record<string, SearchValue<unknown>>>>(
  spec: S,
): [SearchOf<S>, (change: Partial<SearchOf<S>>, isSmall?: boolean) => void] {
  const raw = useRouterSearch({ strict: false }) as RawAddress;
  const navigate = useNavigate();
  const values = useMemo(() => valuesIn(spec, raw), [spec, raw]);
  const set = useCallback(
    (change: Partial<SearchOf<S>>, isSmall = false) => {
      void navigate({
        to: '.',
        search: ((before: Readonly<Record<string, string>>) => ({
          ...before,
          ...Object.fromEntries(
            Object.entries(change).map(([name, value]) => [
              name,
              spec[name]!.write(value as never),
            ]),
          ),
        })) as never,
        replace: isSmall,
        resetScroll: false,
      });
    },
    [navigate, spec],
  );
  return [values, set];
}

/** The parts of the address of this screen. */
export function useParams<S extends ScreenName>(_screen: S): ParamsOf<S> {
  return useRouterParams({ strict: false }) as ParamsOf<S>;
}

/** Opens a screen. */
export function useOpen(): (target: Target, isReplacement?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ to, params, search }, isReplacement = false) => {
      void navigate({
        to: PATHS[to],
        params: (params ?? {}) as never,
        search: (search ? written(search) : {}) as never,
        replace: isReplacement,
      });
    },
    [navigate],
  );
}

export const written = (
  search: NonNullable<Target['search']>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value == null ? undefined : String(value),
    ]),
  );
