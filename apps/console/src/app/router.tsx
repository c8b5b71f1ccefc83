import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import type { RawAddress } from '../shared/screens/address';
import { missingFor, pathOf } from '../shared/screens/screen';
import type { Screen } from '../shared/screens/screen';
import { useMay } from '../shared/session/session';
import { ErrorState } from '../shared/ui/states';
import { Forbidden } from './forbidden';
import { NotFound } from './not-found';
import { LoadedScreen, ScreenContent } from './screen-content';
import { screens } from './screens';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** What each address shows. */
const contents = new Map<string, ScreenContent>();

const routes = screens.map((screen) =>
  createRoute({ getParentRoute: () => root, path: pathOf(screen), component: guarded(screen) }),
);

/** What is missing is named, instead of a screen that cannot show anything. */
function guarded(screen: Screen) {
  const content = new ScreenContent(screen, addressNow);
  contents.set(pathOf(screen), content);
  return function Guarded() {
    const missing = missingFor(screen, useMay());
    if (missing.length > 0) return <Forbidden scopes={missing} />;
    return <LoadedScreen content={content} />;
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

function addressNow(): RawAddress {
  return router.latestLocation.search as RawAddress;
}

/** Begins to load the screen of the address while it is found out who is signed in. */
export function beginScreen(): void {
  const [, , route] = router.getMatchedRoutes(router.latestLocation.pathname);
  if (route) void contents.get(route.fullPath)?.load();
}
