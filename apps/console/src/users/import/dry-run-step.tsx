import { useState } from 'react';
import type { Job } from '../../shared/jobs/jobs';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import { Button } from '../../shared/ui/button';
import { FailedRows } from './failed-rows';
import type { Sent } from './import-run';
import styles from './import.module.css';
import { JobView } from './job-view';
import type { Work } from './work';

/** What the server says would happen, before anything does. */
export function DryRunStep({
  sent,
  work,
  isBusy,
  onSend,
  onBack,
  ...changes
}: {
  readonly sent: Sent;
  readonly work: Work;
  readonly isBusy: boolean;
  readonly onSend: (isDryRun: boolean) => void;
  readonly onBack: () => void;
  readonly onEdit: (number: number, cells: readonly string[]) => void;
  readonly onLeave: (numbers: readonly number[], isLeft: boolean) => void;
}) {
  const say = useSay();
  const [ended, setEnded] = useState<Job | null>(null);
  const left = sent.numbers.filter((number) => work.left.has(number)).length;
  const count = sent.numbers.length - left;
  return (
    <>
      <p>{say('import.dryRun.text')}</p>
      <JobView id={sent.id} onEnd={setEnded} />
      {ended !== null && ended.failed > 0 && (
        <FailedRows sent={sent} work={work} failed={ended.failed} {...changes} />
      )}
      <div className={styles['buttons']}>
        <Button onClick={onBack}>{say('import.back')}</Button>
        {work !== sent.work && (
          <Button isBusy={isBusy} onClick={() => onSend(true)}>
            {say('import.dryRun.again')}
          </Button>
        )}
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={ended === null || count === 0}
          onClick={() => onSend(false)}
        >
          {say('import.run.start', { count, number: formatNumber(count) })}
        </Button>
      </div>
    </>
  );
}
