import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { FieldTable } from '../fields/field-table';
import { useOpen } from '../screens/address';
import type { Target } from '../screens/paths';
import { useSay } from '../texts/texts';
import { Checkbox } from '../ui/checkbox';
import type { Cells, Column } from './columns';
import styles from './grid.module.css';
import { RowCells } from './row-cells';
import { keepScroll, keptScroll } from './scroll-memory';
import type { Selection } from './selection';
import { useMedia } from './use-media';

interface Props<E> {
  readonly label: string;
  readonly table: FieldTable<E>;
  readonly columns: readonly Column<E>[];
  readonly cells: Cells<E>;
  readonly rows: readonly E[];
  readonly rowKey: (row: E) => string;
  readonly rowName: (row: E) => string;
  readonly open: ((row: E) => Target) | undefined;
  readonly sort: string | null;
  readonly onSort: (sort: string | null) => void;
  /** absent: rows cannot be chosen */
  readonly selection: Selection | null;
  readonly onDelete: (() => void) | undefined;
  readonly isOld: boolean;
  readonly hasMore: boolean;
  readonly onEnd: () => void;
  readonly onVisible: (first: number, last: number) => void;
  readonly footer: ReactNode;
}

const PAGE_ROWS = 10;

/** Virtual rows under a fixed header; one stop for Tab, arrows inside. Below 640 px each row is a card of two lines. */
export function Grid<E>({
  label,
  table,
  columns,
  cells,
  rows,
  rowKey,
  rowName,
  open,
  sort,
  onSort,
  selection,
  onDelete,
  isOld,
  hasMore,
  onEnd,
  onVisible,
  footer,
}: Props<E>) {
  const say = useSay();
  const id = useId();
  const openTarget = useOpen();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia('(max-width: 640px)');
  const isDense = document.documentElement.dataset['density'] === 'dense';
  const rowHeight = isNarrow ? 60 : isDense ? 30 : 36;
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialOffset: keptScroll,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtual.measure(), [rowHeight, virtual]);
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    onVisible(first, last);
    if (hasMore && last >= rows.length - 20) onEnd();
  }, [first, last, rows.length, hasMore, onEnd, onVisible]);

  const move = (to: number, event: KeyboardEvent) => {
    const target = Math.max(0, Math.min(rows.length - 1, to));
    event.preventDefault();
    setActive(target);
    virtual.scrollToIndex(target);
    if (event.shiftKey && selection) {
      const [from, until] = [Math.min(active, target), Math.max(active, target)];
      selection.set([...selection.keys, ...rows.slice(from, until + 1).map(rowKey)]);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    const row = rows[Math.min(active, rows.length - 1)]!;
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
    if (isAll && selection) {
      event.preventDefault();
      selection.set(rows.map(rowKey));
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
        return move(active + 1, event);
      case 'ArrowUp':
        return move(active - 1, event);
      case 'PageDown':
        return move(active + PAGE_ROWS, event);
      case 'PageUp':
        return move(active - PAGE_ROWS, event);
      case 'Home':
        return move(0, event);
      case 'End':
        return move(rows.length - 1, event);
      case ' ':
        event.preventDefault();
        return selection?.toggle(rowKey(row));
      case 'Enter':
        if (open) openTarget(open(row));
        return;
      case 'Delete':
        if (!onDelete || !selection) return;
        if (selection.keys.size === 0) selection.set([rowKey(row)]);
        return onDelete();
      case 'Escape':
        return selection?.clear();
    }
  };
  const onRowClick = (row: E, event: MouseEvent) => {
    if ((event.target as Element).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return; // marked a text
    if (open) openTarget(open(row));
  };
  const choose = (index: number, isRange: boolean) => {
    const lastIndex = rows.findIndex((row) => rowKey(row) === selection?.last);
    const [from, until] = [Math.min(lastIndex, index), Math.max(lastIndex, index)];
    const range = isRange && lastIndex >= 0 ? rows.slice(from, until + 1).map(rowKey) : [];
    selection?.toggle(rowKey(rows[index]!), range);
  };
  const template = [
    ...(selection ? ['40px'] : []),
    ...columns.map(({ spec: { width } }) => (width ? `${width}px` : 'minmax(120px, 1fr)')),
  ].join(' ');
  const gridStyle = { '--columns': template } as CSSProperties;
  const areAll = rows.length > 0 && rows.every((row) => selection?.has(rowKey(row)));

  return (
    <div
      ref={scroller}
      className={`${styles['grid']} ${isOld ? styles['old'] : ''}`}
      style={gridStyle}
      role="grid"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-multiselectable={selection !== null || undefined}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      aria-busy={isOld || undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => keepScroll(currentTarget.scrollTop)}
      data-grid
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" aria-rowindex={1} className={styles['row']}>
          {selection && (
            <div role="columnheader" className={styles['check']}>
              <Checkbox
                tabIndex={-1}
                isOn={areAll}
                isMixed={!areAll && selection.keys.size > 0}
                onChange={(isOn) => (isOn ? selection.set(rows.map(rowKey)) : selection.clear())}
                label={say('list.selectAllLoaded')}
                isLabelShown={false}
              />
            </div>
          )}
          {columns.map(({ name, label: heading, spec }) => (
            <div
              key={name}
              role="columnheader"
              className={styles['heading']}
              aria-sort={ariaSort(sort, spec.sort)}
            >
              {spec.sort === undefined ? (
                heading
              ) : (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles['sort']}
                  onClick={() => onSort(nextSort(sort, spec.sort!))}
                >
                  {heading}
                  {sort === spec.sort && <ArrowUp size={14} aria-hidden />}
                  {sort === `-${spec.sort}` && <ArrowDown size={14} aria-hidden />}
                </button>
              )}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['body']} style={{ blockSize: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index]!;
          const key = rowKey(row);
          const isChosen = selection?.has(key) ?? false;
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selection ? isChosen : undefined}
              data-active={index === active || undefined}
              className={`${styles['row']} ${styles['entry']} ${open ? styles['opens'] : ''}`}
              style={{ transform: `translateY(${start}px)`, blockSize: rowHeight }}
              onClick={(event) => onRowClick(row, event)}
              onMouseDown={() => setActive(index)}
            >
              {selection && (
                <div role="gridcell" className={styles['check']}>
                  <Checkbox
                    tabIndex={-1}
                    isOn={isChosen}
                    onChange={(_isOn, event) =>
                      choose(index, (event as unknown as MouseEvent).shiftKey)
                    }
                    label={say('list.select', { name: rowName(row) })}
                    isLabelShown={false}
                  />
                </div>
              )}
              <RowCells row={row} {...{ table, columns, cells, open }} />
            </div>
          );
        })}
      </div>
      <div className={styles['footer']}>{footer}</div>
    </div>
  );
}

const ariaSort = (sort: string | null, own: string | undefined) => {
  if (own === undefined) return undefined;
  if (sort === own) return 'ascending' as const;
  return sort === `-${own}` ? ('descending' as const) : ('none' as const);
};

const nextSort = (sort: string | null, own: string): string | null => {
  if (sort === own) return `-${own}`;
  return sort === `-${own}` ? null : own;
};
