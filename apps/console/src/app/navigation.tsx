import { Link as RouterLink } from '@tanstack/react-router';
import { Command, Keyboard, LogOut, X } from 'lucide-react';
import { useEffect } from 'react';
import { useAnswer } from '../shared/api/query';
import type { QueryOf } from '../shared/api/query';
import { useMedia } from '../shared/list/use-media';
import { GROUPS, pathOf, titleOf, useScreens } from '../shared/screens/screen';
import { signOut, useSession } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { IconButton } from '../shared/ui/button';
import { toastFailure } from '../shared/ui/refused';
import { Brand } from './brand';
import styles from './navigation.module.css';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** The screens that this session may open, by group. Names below 1,024 px are tips, below 640 px it is a drawer. */
export function Navigation({ isOpen, onClose, onPalette, onHelp }: Props) {
  const say = useSay();
  const { who } = useSession();
  const screens = useScreens().filter(({ nav }) => nav !== undefined);
  const isDrawer = useMedia('(max-width: 640px)');
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen, onClose]);
  const leave = () => void signOut().catch((error: unknown) => toastFailure(error));
  return (
    <>
      {isOpen && <div className={styles['shade']} onClick={onClose} />}
      <nav
        className={styles['nav']}
        aria-label={say('app.navigation')}
        data-open={isOpen || undefined}
        inert={isDrawer && !isOpen}
      >
        <div className={styles['top']}>
          <Brand />
          {isDrawer && <IconButton icon={X} label={say('common.close')} onClick={onClose} />}
        </div>
        <div className={styles['groups']}>
          {GROUPS.map((group) => {
            const entries = screens.filter(({ nav }) => nav?.group === group);
            if (entries.length === 0) return null;
            return (
              <div key={group} className={styles['group']}>
                <h2 className={styles['heading']} id={`nav-${group}`}>
                  {say(`nav.${group}`)}
                </h2>
                <ul aria-labelledby={`nav-${group}`}>
                  {entries.map((screen) => {
                    const Icon = screen.nav!.icon;
                    const title = say(titleOf(screen));
                    return (
                      <li key={screen.name}>
                        <RouterLink
                          to={pathOf(screen)}
                          search={{} as never}
                          activeOptions={{ exact: pathOf(screen) === '/', includeSearch: false }}
                          className={styles['entry']}
                          title={title}
                        >
                          <Icon size={16} aria-hidden />
                          <span className={styles['name']}>{title}</span>
                          {screen.nav!.waiting && <Waiting of={screen.nav!.waiting} />}
                        </RouterLink>
                      </li>
                    );
                  })}
                </ul>
              </div>
            );
          })}
        </div>
        <div className={styles['bottom']}>
          <p className={styles['who']} title={who?.username}>
            {plain(who?.username ?? '')}
          </p>
          <div className={styles['tools']}>
            <IconButton icon={Command} label={say('app.palette')} onClick={onPalette} />
            <IconButton icon={Keyboard} label={say('help.title')} onClick={onHelp} />
            <IconButton icon={LogOut} label={say('session.signOut')} onClick={leave} />
          </div>
        </div>
      </nav>
    </>
  );
}

/** How many wait; nothing while none do. */
function Waiting({ of }: { readonly of: QueryOf<[], number> }) {
  const { data: count = 0 } = useAnswer(of);
  if (count === 0) return null;
  return (
    <span className={styles['waiting']}>
      <Badge kind="warn">{formatNumber(count)}</Badge>
    </span>
  );
}
