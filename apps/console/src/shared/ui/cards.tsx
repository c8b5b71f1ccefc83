import type { ReactNode } from 'react';
import styles from './cards.module.css';
import { ErrorState, Skeleton } from './states';

/** A few things beside each other: while they are asked for, when there are none, and when that failed. */
export function Cards<T>({
  of: { data, error, refetch },
  empty,
  children,
}: {
  /** the answer of a query */
  readonly of: {
    readonly data: readonly T[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly empty?: ReactNode;
  /** a {@link Card}, with its key */
  readonly children: (one: T) => ReactNode;
}) {
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && error === null && <Skeleton />}
      {data?.length === 0 && empty}
      <ul className={styles['cards']}>{data?.map(children)}</ul>
    </>
  );
}

export function Card({
  title,
  badge,
  children,
}: {
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className={styles['card']}>
      <h3 className={styles['name']}>
        {title}
        {badge}
      </h3>
      {children}
    </li>
  );
}
