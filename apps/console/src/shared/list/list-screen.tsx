import { SearchX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ListPath } from '@chat-admin/client';
import { Suspense, useCallback, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { lazy } from '../load/lazy';
import { useAddress } from '../screens/address';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Empty, ErrorState, Skeleton } from '../ui/states';
import { useColumns } from './columns';
import type { Cells } from './columns';
import { useFilterWords } from './filter-words';
import { Grid } from './grid';
import { queryOf } from './list';
import type { ListOf, PathValues } from './list';
import { Footer, SelectionBar } from './list-ends';
import styles from './list-screen.module.css';
import { ExportButton } from './list-tools';
import { SearchBox } from './search-box';
import { useSelection } from './selection';
import { beginList, useList } from './use-list';

// what opens above the page comes after the rows
const Filters = lazy(async () => ({ default: (await import('./filters')).Filters }));
const ColumnsMenu = lazy(async () => ({ default: (await import('./columns-menu')).ColumnsMenu }));

/** What is done with chosen rows: one request, or one job. */
export interface BulkAction<E = unknown> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDangerous?: boolean;
  /** what the key Delete does */
  readonly isDelete?: boolean;
  /** whether it is offered for all of the rows that are chosen and loaded */
  readonly suits?: (row: E) => boolean;
  readonly onRun: (
    keys: readonly string[],
    clear: () => void,
    /** those of them that are loaded */
    rows: readonly E[],
  ) => void;
}

interface Props<P extends ListPath, E> {
  readonly list: ListOf<P, E>;
  readonly path?: PathValues;
  readonly title: string;
  /** of its search box */
  readonly searchText?: string;
  readonly cells?: Cells<E>;
  /** buttons beside the heading, the primary one last */
  readonly actions?: ReactNode;
  readonly bulk?: readonly BulkAction<E>[];
  /** what is shown while there is nothing at all */
  readonly empty: ReactNode;
  /** below the heading, inside another page: no heading of its own */
  readonly isPart?: boolean;
}

const NO_PATH: PathValues = {};
const NO_CELLS = {};

/** A list: search, filters, columns, export, virtual rows, selection. All that is chosen stands in the address. */
export function ListScreen<P extends ListPath, E>({
  list,
  path = NO_PATH,
  title,
  searchText,
  cells = NO_CELLS,
  actions,
  bulk = [],
  empty,
  isPart = false,
}: Props<P, E>) {
  const say = useSay();
  const [values, setAddress] = useAddress(list.search as never) as unknown as [
    Readonly<Record<string, unknown>>,
    (change: Readonly<Record<string, unknown>>, isSmall?: boolean) => void,
  ];
  const setValues = (change: Readonly<Record<string, unknown>>, isSmall = false) => {
    beginList(list, { ...values, ...change }, path);
    setAddress(change, isSmall);
  };
  const asText = JSON.stringify(queryOf(list, values));
  const query = useMemo(() => JSON.parse(asText) as Readonly<Record<string, unknown>>, [asText]);
  const loaded = useList(list, query, path);
  const { rows, loadMore, setVisible } = loaded;
  const columns = useColumns(list.key, list.table);
  const selection = useSelection();
  const { clear } = selection;
  useEffect(() => clear(), [asText, clear]);
  const words = useFilterWords(list.table.texts);
  const set = Object.entries(list.filters).filter(([name]) => values[name] != null);
  const text = (values['text'] as string | null | undefined) ?? null;
  const isFiltered = set.length > 0 || text !== null;
  const clearFilters = () =>
    setValues(
      Object.fromEntries([...Object.keys(list.filters), 'text'].map((name) => [name, null])),
    );
  const onEnd = useCallback(() => loadMore(), [loadMore]);
  const chosen = [...selection.keys];
  const chosenRows = () => rows.filter((row) => selection.has(list.rowKey(row)));
  const onDelete = bulk.find(({ isDelete }) => isDelete);

  const content = (
    <>
      <div className={styles['tools']}>
        {'text' in list.search && (
          <SearchBox
            label={searchText ?? say('list.search')}
            value={text ?? ''}
            onChange={(next, isSmall) => setValues({ text: next === '' ? null : next }, isSmall)}
          />
        )}
        <Suspense>
          <Filters
            texts={list.table.texts}
            filters={list.filters}
            values={values}
            onChange={(change) => setValues(change)}
          />
        </Suspense>
        <div className={styles['right']}>
          <Suspense>
            <ColumnsMenu columns={columns as never} />
          </Suspense>
          <ExportButton list={list} query={query} path={path} />
        </div>
      </div>
      {loaded.changes > 0 && (
        <div className={styles['changes']} role="status">
          <Button kind="quiet" onClick={loaded.reload}>
            {say('list.changes', { count: loaded.changes })}
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <SelectionBar
          list={list}
          query={query}
          path={path}
          keys={chosen}
          canGrow={loaded.hasMore || loaded.isCut}
          onSelect={selection.set}
          onClear={clear}
          bulk={bulk}
          rows={chosenRows}
        />
      )}
      {loaded.error !== null && rows.length === 0 ? (
        <ErrorState error={loaded.error} onRetry={loaded.reload} />
      ) : rows.length === 0 && loaded.isLoading ? (
        <Skeleton lines={12} />
      ) : rows.length === 0 && isFiltered ? (
        <Empty
          title={say('list.nothingFound')}
          action={
            <Button icon={SearchX} onClick={clearFilters}>
              {say('list.clearFilters')}
            </Button>
          }
        >
          {[
            ...(text === null ? [] : [`“${plain(text)}”`]),
            ...set.map(([name, spec]) => words(name, spec, values[name])),
          ].join(' · ')}
        </Empty>
      ) : rows.length === 0 ? (
        empty
      ) : (
        <>
          <Grid
            label={title}
            table={list.table}
            columns={columns.shown}
            cells={cells}
            rows={rows}
            rowKey={list.rowKey}
            rowName={list.rowName}
            open={list.open}
            sort={(values['sort'] as string | null | undefined) ?? null}
            onSort={(sort) => setValues({ sort })}
            selection={bulk.length > 0 ? selection : null}
            onDelete={onDelete && (() => onDelete.onRun(chosen, clear, chosenRows()))}
            isOld={loaded.isOld}
            hasMore={loaded.hasMore}
            onEnd={onEnd}
            onVisible={setVisible}
            footer={
              loaded.error === null ? null : <ErrorState error={loaded.error} onRetry={loadMore} />
            }
          />
          <Footer
            list={list}
            query={query}
            path={path}
            count={rows.length}
            hasMore={loaded.hasMore}
            isCut={loaded.isCut}
          />
        </>
      )}
    </>
  );
  if (isPart) return <div className={styles['part']}>{content}</div>;
  return (
    <Page title={title} actions={actions} isFull>
      {content}
    </Page>
  );
}
