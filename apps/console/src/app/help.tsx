import { titleOf, useScreens } from '../shared/screens/screen';
import { useSay } from '../shared/texts/texts';
import type { TextKey } from '../shared/texts/texts';
import { Dialog } from '../shared/ui/dialog';
import styles from './help.module.css';

const KEYS: readonly (readonly [string, TextKey])[] = [
  ['Ctrl K', 'help.palette'],
  ['/', 'help.search'],
  ['?', 'help.help'],
  ['Ctrl S', 'help.save'],
  ['Ctrl Z', 'help.undo'],
];

const GRID: readonly (readonly [string, TextKey])[] = [
  ['↑ ↓', 'help.move'],
  ['Space', 'help.choose'],
  ['Shift ↑ ↓', 'help.extend'],
  ['Ctrl A', 'help.chooseAll'],
  ['Enter', 'help.open'],
  ['Delete', 'help.delete'],
  ['Esc', 'help.clear'],
];

/** What the keyboard can do. */
export function Help({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const screens = useScreens().filter(({ nav }) => nav?.letter);
  const section = (title: string, entries: readonly (readonly [string, string])[]) => (
    <section>
      <h3>{title}</h3>
      <dl className={styles['keys']}>
        {entries.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('help.title')} size="wide">
      <div className={styles['sections']}>
        {section(
          say('help.everywhere'),
          KEYS.map(([keys, text]) => [keys, say(text)]),
        )}
        {section(
          say('help.lists'),
          GRID.map(([keys, text]) => [keys, say(text)]),
        )}
        {section(
          say('help.screens'),
          screens.map((screen) => [`g ${screen.nav!.letter}`, say(titleOf(screen))]),
        )}
      </div>
    </Dialog>
  );
}
