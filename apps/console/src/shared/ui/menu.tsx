import { Popover } from '@base-ui/react/popover';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

export interface MenuEntry {
  readonly label: ReactNode;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  /** why it cannot be chosen now, said beside it */
  readonly refusal?: string | null;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A button with a list of actions; entries that are `null` are left out. */
export function Menu({
  trigger,
  entries,
}: {
  readonly trigger: ReactElement;
  readonly entries: readonly (MenuEntry | null | false)[];
}) {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const shown = entries.filter((entry) => entry !== null && entry !== false);
  if (shown.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} aria-haspopup="menu" />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={styles['positioner']}>
          <Popover.Popup ref={list} role="menu" className={styles['popup']} onKeyDown={onKeyDown}>
            {shown.map(({ label, icon: Icon, onSelect, isDangerous, refusal }, index) => (
              <button
                key={index}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-disabled={refusal != null || undefined}
                className={`${styles['item']} ${isDangerous ? styles['danger'] : ''}`}
                onMouseEnter={({ currentTarget }) => currentTarget.focus()}
                onClick={() => {
                  if (refusal != null) return;
                  setOpen(false);
                  onSelect();
                }}
              >
                {Icon && <Icon size={16} aria-hidden />}
                <span>
                  {label}
                  {refusal != null && <small className={styles['reason']}>{refusal}</small>}
                </span>
              </button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
