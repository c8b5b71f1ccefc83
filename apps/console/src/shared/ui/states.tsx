import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { failureOf } from '../api/errors';
import { formatCountdown } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from './button';
import { Copy } from './copy';
import { Refused } from './refused';
import styles from './states.module.css';

/** Gray lines while something loads, after a moment only. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  const say = useSay();
  return (
    <div className={styles['skeleton']} role="status" aria-label={say('common.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** Nothing is there: what this is, and one thing to do. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What has failed, alone: the cause, the id of the request, and once more. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}) {
  const say = useSay();
  const failure = failureOf(error);
  const { requestId, retryAfter } = failure;
  const wait = useCountdown(retryAfter);
  return (
    <div className={styles['error']} role="alert">
      <p>
        <Refused of={failure} />
      </p>
      {requestId && (
        <p className={styles['request']}>
          {say('common.requestId')} <code>{requestId}</code>{' '}
          <Copy text={requestId} label={say('common.copyRequestId')} />
        </p>
      )}
      {onRetry && (
        <Button onClick={onRetry} disabled={wait > 0}>
          {wait > 0 ? say('common.retryIn', { time: formatCountdown(wait) }) : say('common.retry')}
        </Button>
      )}
    </div>
  );
}

/** Seconds that are left. */
export function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    const end = Date.now() + (seconds ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, (end - Date.now()) / 1000));
    tick();
    if (!seconds) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return Math.ceil(left);
}
