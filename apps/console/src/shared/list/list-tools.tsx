import type { ListPath } from '@chat-admin/client';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { toastFailure } from '../ui/refused';
import { exportCsv } from './export';
import type { ListOf, PathValues } from './list';

/** What is shown of which list. */
export interface Source<P extends ListPath, E> {
  readonly list: ListOf<P, E>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: PathValues;
}

/** Writes all that matches into a file; while it does, its button stops it. */
export function ExportButton<P extends ListPath, E>({ list, query, path }: Source<P, E>) {
  const say = useSay();
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      await exportCsv(list, query, path, { signal: controller.signal, told: setCount });
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(error);
    } finally {
      setCount(null);
    }
  };
  useEffect(() => () => running.current?.abort(), []);
  if (count === null) {
    return (
      <Button icon={Download} onClick={() => void run()}>
        {say('list.export')}
      </Button>
    );
  }
  return (
    <Button onClick={() => running.current?.abort()}>
      {say('list.exporting', { count: formatNumber(count) })}
    </Button>
  );
}
