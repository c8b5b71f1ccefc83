import { readdirSync, readFileSync } from 'node:fs';
import { PATHS } from '../../src/shared/screens/paths';
import type { ParamsOf, ScreenName } from '../../src/shared/screens/paths';

/** Screens whose address names something. */
type Named = {
  [S in ScreenName]: keyof ParamsOf<S> extends never ? never : S;
}[ScreenName];

/** What stands in these addresses, and the tabs that are visited each. A screen that has no line does not compile. */
export type Samples = {
  readonly [S in Named]: {
    readonly params: ParamsOf<S>;
    readonly tabs?: readonly string[];
  };
};

const folder = new URL('../../src/', import.meta.url);

/** All screens that are declared. */
export const DECLARED: readonly ScreenName[] = readdirSync(folder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.screens.ts'))
  .flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/^    name: '(\w+)'/gm),
  ])
  .map(([, name]) => name as ScreenName);

interface Sample {
  readonly params: Readonly<Record<string, string>>;
  readonly tabs?: readonly string[];
}

const sampleOf = (samples: Samples, name: ScreenName): Partial<Sample> =>
  (samples as Readonly<Partial<Record<ScreenName, Sample>>>)[name] ?? {};

/** The address of a screen, without tabs. */
export const addressOf = (samples: Samples, name: ScreenName): string =>
  PATHS[name].replaceAll(/\$(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(sampleOf(samples, name).params?.[part])),
  );

/** The addresses of all screens, with their tabs. */
export const visits = (samples: Samples): readonly string[] =>
  DECLARED.flatMap((name) => {
    const { tabs = [] } = sampleOf(samples, name);
    const address = addressOf(samples, name);
    return tabs.length === 0 ? [address] : tabs.map((tab) => `${address}?tab=${tab}`);
  });
