import type { ListPath } from '@chat-admin/client';
import { useEffect, useState } from 'react';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { toastFailure } from '../ui/refused';
import { toast } from '../ui/toast';
import { everyKey } from './export';
import { fetchPage } from './list';
import type { BulkAction } from './list-screen';
import styles from './list-screen.module.css';
import type { Source } from './list-tools';

/** What can be done with the chosen rows. */
export function SelectionBar<P extends ListPath, E>({
  list,
  query,
  path,
  keys,
  canGrow,
  onSelect,
  onClear,
  bulk,
  rows,
}: Source<P, E> & {
  readonly keys: readonly string[];
  readonly canGrow: boolean;
  readonly onSelect: (keys: Iterable<string>) => void;
  readonly onClear: () => void;
  readonly bulk: readonly BulkAction<E>[];
  /** those of the keys that are loaded */
  readonly rows: () => readonly E[];
}) {
  const say = useSay();
  const [isGathering, setGathering] = useState(false);
  const gather = async () => {
    setGathering(true);
    try {
      const found = await everyKey(list, query, path, {
        signal: new AbortController().signal,
        told: () => undefined,
      });
      onSelect(found.keys);
      if (found.isCut) toast(say('list.selectionCut', { count: formatNumber(found.keys.length) }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setGathering(false);
    }
  };
  return (
    <div className={styles['selection']} role="region" aria-label={say('list.selection')}>
      <strong role="status">{say('list.selected', { count: keys.length })}</strong>
      {canGrow && (
        <Button kind="quiet" isBusy={isGathering} onClick={() => void gather()}>
          {say('list.selectAll')}
        </Button>
      )}
      <Button kind="quiet" onClick={onClear}>
        {say('list.selectNone')}
      </Button>
      <div className={styles['right']}>
        {bulk
          .filter(({ suits }) => !suits || rows().every(suits))
          .map(({ label, icon, isDangerous, onRun }) => (
            <Button
              key={label}
              icon={icon}
              kind={isDangerous ? 'danger' : 'plain'}
              onClick={() => onRun(keys, onClear, rows())}
            >
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}

/** How many there are, as far as it is known; all are counted when somebody asks. */
export function Footer<P extends ListPath, E>({
  list,
  query,
  path,
  count,
  hasMore,
  isCut,
}: Source<P, E> & {
  readonly count: number;
  readonly hasMore: boolean;
  readonly isCut: boolean;
}) {
  const say = useSay();
  const [total, setTotal] = useState<string | null>(null);
  useEffect(() => setTotal(null), [query]);
  const ask = async () => {
    try {
      const signal = new AbortController().signal;
      const page = await fetchPage(list, { ...query, limit: 1, total: 'true' }, path, {
        signal,
        headers: {},
      });
      const number = formatNumber(page.total?.count ?? 0);
      setTotal(say(page.total?.isLimited ? 'list.countLimited' : 'list.count', { number }));
    } catch (error) {
      toastFailure(error);
    }
  };
  const shown = formatNumber(count);
  return (
    <footer className={styles['footer']}>
      <span role="status">
        {isCut
          ? say('list.narrow', { number: shown })
          : hasMore
            ? say('list.more', { number: shown })
            : say('list.all', { number: shown })}
      </span>
      {(hasMore || isCut) &&
        (total === null ? (
          <Button kind="quiet" onClick={() => void ask()}>
            {say('list.countThem')}
          </Button>
        ) : (
          <span>{total}</span>
        ))}
    </footer>
  );
}
