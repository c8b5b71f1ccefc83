import { Popover } from '@base-ui/react/popover';
import { Columns3 } from 'lucide-react';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import popup from '../ui/popup.module.css';
import { Checkbox } from '../ui/checkbox';
import type { useColumns } from './columns';
import styles from './list-screen.module.css';

/** Which columns are shown. */
export function ColumnsMenu<E>({
  columns,
}: {
  readonly columns: ReturnType<typeof useColumns<E>>;
}) {
  const say = useSay();
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button icon={Columns3}>{say('list.columns')}</Button>} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={popup['positioner']}>
          <Popover.Popup
            className={`${popup['popup']} ${popup['panel']} ${styles['columns']}`}
            aria-label={say('list.columns')}
          >
            {columns.all.slice(1).map(({ name, label }) => (
              <Checkbox
                key={name}
                isOn={columns.shown.some((one) => one.name === name)}
                onChange={() => columns.toggle(name)}
                label={label}
              />
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
