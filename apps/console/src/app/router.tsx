import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazy } from '../shared/load/lazy';
import { missingFor, pathOf } from '../shared/screens/screen';
import type { Screen } from '../shared/screens/screen';
import { useMay } from '../shared/session/session';
import { withTexts } from '../shared/texts/texts';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Forbidden } from './forbidden';
import { NotFound } from './not-found';
import { screens } from './screens';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** What each address shows. */
const contents = new Map<string, Content>();

const routes = screens.map((screen) =>
  createRoute({ getParentRoute: () => root, path: pathOf(screen), component: guarded(screen) }),
);

/** What is missing is named, instead of a screen that cannot show anything. */
function guarded(screen: Screen) {
  const content = contentOf(screen);
  contents.set(pathOf(screen), content);
  const Content = lazy(content.take);
  return function Guarded() {
    const missing = missingFor(screen, useMay());
    if (missing.length > 0) return <Forbidden scopes={missing} />;
    return (
      <Suspense fallback={<Skeleton />}>
        <Content />
      </Suspense>
    );
  };
}

type Loading = ReturnType<Screen['load']>;

interface Content {
  begin(): void;
  take(): Loading;
}

/** The file and texts of a screen; they may be asked for before they are needed. */
function contentOf({ texts, load }: Screen): Content {
  let begun: Loading | null = null;
  return {
    begin: () => {
      begun = withTexts(texts, load());
      begun.catch(() => undefined); // whoever takes it is told
    },
    take: () => {
      const taken = begun ?? withTexts(texts, load());
      begun = null;
      return taken;
    },
  };
}

/** Plain texts, so that addresses stay readable. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));
const stringifySearch = (search: Readonly<Record<string, unknown>>) => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
};

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
  // after an upgrade the files of this page are gone; the new page has others
  defaultErrorComponent: ({ error }) => (
    <ErrorState error={error} onRetry={() => window.location.reload()} />
  ),
});

/** Begins to load the screen of the address while it is found out who is signed in. */
export function beginScreen(): void {
  const [, , route] = router.getMatchedRoutes(router.latestLocation.pathname);
  if (route) contents.get(route.fullPath)?.begin();
}
