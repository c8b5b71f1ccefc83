import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { followEvents, useIsLive } from '../shared/api/live';
import { lazy } from '../shared/load/lazy';
import { useMay, useSession } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { IconButton } from '../shared/ui/button';
import { Brand } from './brand';
import { Navigation } from './navigation';
import { useShortcuts } from './shortcuts';
import styles from './shell.module.css';

// dialogs are no part of the start
const Help = lazy(async () => ({ default: (await import('./help')).Help }));
const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));
const SessionWarning = lazy(async () => ({
  default: (await import('./session-warning')).SessionWarning,
}));

/** What stands around every screen: navigation, banners, and what the keyboard opens. */
export function Shell() {
  const say = useSay();
  const may = useMay();
  const { outage, isEnding } = useSession();
  const isLive = useIsLive();
  const main = useRef<HTMLElement>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [opened, setOpened] = useState<'palette' | 'help' | null>(null);
  // once opened they stay, so that focus goes back
  const [known, setKnown] = useState<readonly string[]>([]);
  if (opened !== null && !known.includes(opened)) setKnown([...known, opened]);
  const hasEvents = may('events:read');
  useEffect(() => followEvents(hasEvents), [hasEvents]);
  useShortcuts(setOpened);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    setDrawerOpen(false);
    main.current?.scrollTo(0, 0);
  }, [place]);

  return (
    <div className={styles['shell']} data-content>
      <button
        type="button"
        className={styles['skip']}
        onClick={() => main.current?.querySelector<HTMLElement>('h1, [data-grid]')?.focus()}
      >
        {say('app.skip')}
      </button>
      <header className={styles['bar']}>
        <IconButton icon={MenuIcon} label={say('app.menu')} onClick={() => setDrawerOpen(true)} />
        <Brand />
      </header>
      <Navigation
        isOpen={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        onPalette={() => setOpened('palette')}
        onHelp={() => setOpened('help')}
      />
      <div className={styles['side']}>
        {outage !== null && (
          <p role="alert" className={styles['banner']}>
            {say(outage === 'offline' ? 'app.offline' : 'app.unavailable')}
          </p>
        )}
        {!isLive && (
          <div role="status" className={styles['notLive']}>
            <Badge kind="warn">{say('app.notLive')}</Badge>
          </div>
        )}
        <main ref={main} className={styles['main']}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {known.includes('palette') && (
          <Palette isOpen={opened === 'palette'} onClose={() => setOpened(null)} />
        )}
        {known.includes('help') && (
          <Help isOpen={opened === 'help'} onClose={() => setOpened(null)} />
        )}
        {isEnding && <SessionWarning />}
      </Suspense>
    </div>
  );
}
