import { Download, KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { tryAct } from '../../shared/act/act';
import { api } from '../../shared/api/client';
import { download, writeCsv } from '../../shared/csv/csv';
import type { Job } from '../../shared/jobs/jobs';
import { lazy } from '../../shared/load/lazy';
import { useSay } from '../../shared/texts/texts';
import { Button } from '../../shared/ui/button';
import { Link } from '../../shared/ui/link';
import { toastFailure } from '../../shared/ui/refused';
import { FailedRows } from './failed-rows';
import { failedTable } from './import-run';
import type { Sent } from './import-run';
import styles from './import.module.css';
import { JobView } from './job-view';
import type { Work } from './work';

const PasswordsDialog = lazy(() => import('../../shared/jobs/passwords-dialog'));

/** The import itself: progress, what has come of it, passwords, and the rows that failed. */
export function RunStep({
  sent,
  work,
  onEdit,
  onLeave,
  onAgain,
  onAnother,
}: {
  readonly sent: Sent;
  readonly work: Work;
  readonly onEdit: (number: number, cells: readonly string[]) => void;
  readonly onLeave: (numbers: readonly number[], isLeft: boolean) => void;
  /** goes on with the rows that failed */
  readonly onAgain: () => Promise<void>;
  readonly onAnother: () => void;
}) {
  const say = useSay();
  const [ended, setEnded] = useState<Job | null>(null);
  const [isHandingOut, setHandingOut] = useState(false);
  const { id } = sent;
  const cancel = () =>
    tryAct({
      run: () => api.POST('/jobs/{id}/cancel', { params: { path: { id } } }),
      done: say('import.run.status.cancelled'),
      touches: ['job', 'jobs'],
    });
  const keep = async () => {
    try {
      const { header, rows } = await failedTable(sent, say('import.run.reason'));
      download(await writeCsv(header, rows), `failed-${id}.csv`);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      {ended === null && <p>{say('import.run.text')}</p>}
      <JobView id={id} onEnd={setEnded} />
      <p>
        <Link to="job" params={{ id }}>
          {say('import.run.open', { id })}
        </Link>
      </p>
      <div className={styles['buttons']}>
        {ended === null ? (
          <Button kind="danger" onClick={() => void cancel()}>
            {say('import.run.cancel')}
          </Button>
        ) : (
          <>
            {ended.passwords && (
              <Button kind="primary" icon={KeyRound} onClick={() => setHandingOut(true)}>
                {say('passwords.fetch')}
              </Button>
            )}
            {ended.failed > 0 && (
              <>
                <Button icon={Download} onClick={() => void keep()}>
                  {say('import.run.downloadFailed')}
                </Button>
                <Button onClick={() => void onAgain()}>{say('import.run.mend')}</Button>
              </>
            )}
            <Button onClick={onAnother}>{say('import.run.another')}</Button>
          </>
        )}
      </div>
      {ended !== null && ended.failed > 0 && (
        <FailedRows
          sent={sent}
          work={work}
          failed={ended.failed}
          onEdit={onEdit}
          onLeave={onLeave}
        />
      )}
      <Suspense>
        {isHandingOut && <PasswordsDialog id={id} onClose={() => setHandingOut(false)} />}
      </Suspense>
    </>
  );
}
