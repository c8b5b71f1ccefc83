import { useEffect, useRef } from 'react';
import { undoLast } from '../shared/act/act';
import { preferences } from '../shared/preferences/preferences';
import { useOpen } from '../shared/screens/address';
import { useScreens } from '../shared/screens/screen';

const G_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** What is said at the edge of the window is a dialog, too, but not one that is in the way. */
const isInDialog = (): boolean =>
  document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog]') !== null;

/** Ctrl+K, Ctrl+Z, `/`, `?`, and `g` with the letter of a screen. */
export function useShortcuts(open: (what: 'palette' | 'help') => void): void {
  const screens = useScreens();
  const openScreen = useOpen();
  const latest = useRef({ screens, openScreen, open });
  useEffect(() => {
    latest.current = { screens, openScreen, open };
  });
  useEffect(() => {
    let waitsUntil = 0;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey;
      if (isCommand && key.toLowerCase() === 'k') {
        event.preventDefault();
        return latest.current.open('palette');
      }
      if (isTyping(target) || isInDialog()) return;
      if (isCommand && key.toLowerCase() === 'z' && undoLast()) return event.preventDefault();
      if (isCommand || altKey || !preferences().letterKeys) return;
      if (Date.now() < waitsUntil) {
        waitsUntil = 0;
        const found = latest.current.screens.find(({ nav }) => nav?.letter === key);
        if (!found) return;
        event.preventDefault();
        return latest.current.openScreen({ to: found.name } as never);
      }
      if (key === 'g') waitsUntil = Date.now() + G_MS;
      else if (key === '?') latest.current.open('help');
      else if (key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
