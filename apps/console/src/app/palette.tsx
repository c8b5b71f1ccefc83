import { Dialog as Base } from '@base-ui/react/dialog';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useOpen } from '../shared/screens/address';
import type { Target } from '../shared/screens/paths';
import { pathOf, titleOf, useScreens } from '../shared/screens/screen';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { finders } from './finders';
import styles from './palette.module.css';

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly target: Target;
}

/** Ctrl+K: screens, people, groups and rooms by name. */
export function Palette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup className={styles['popup']} aria-label={say('app.palette')}>
          <Search onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const id = useId();
  const screens = useScreens();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQueries({
    queries: finders
      .filter(({ scope }) => may(scope))
      .map((finder) => ({
        queryKey: ['palette', finder.kind, asked],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          finder.find(asked, { signal, headers: {} }),
        enabled: asked !== '',
        staleTime: 10_000,
      })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  const wanted = text.trim().toLocaleLowerCase();
  const entries: readonly Entry[] = useMemo(() => {
    const ofScreens = screens
      // others are opened by what they are about
      .filter((screen) => !pathOf(screen).includes('$'))
      .map(({ name }) => ({
        key: name,
        label: say(titleOf({ name })),
        kind: say('app.screen'),
        target: { to: name } as Target,
      }))
      .filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
    return [
      ...ofScreens,
      ...(wanted === ''
        ? []
        : found.map((one) => ({ ...one, key: `${one.kind} ${one.id}`, kind: say(one.kind) }))),
    ].slice(0, 30);
  }, [screens, say, wanted, found]);
  useEffect(() => setActive(0), [entries.length]);

  const go = ({ target }: Entry) => {
    onClose();
    open(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((at) => Math.max(0, Math.min(entries.length - 1, at + step)));
    }
    if (event.key === 'Enter' && entries[active]) go(entries[active]);
  };
  return (
    <>
      <input
        className={styles['input']}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        aria-label={say('app.palette')}
        placeholder={say('app.paletteHint')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={say('app.palette')}
        className={styles['list']}
      >
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles['entry']}
            onClick={() => go(entry)}
            onMouseMove={() => setActive(index)}
          >
            <span className={styles['label']}>{plain(entry.label)}</span>
            <span className={styles['kind']}>{entry.kind}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className={styles['none']}>{say('list.nothingFound')}</p>}
    </>
  );
}
