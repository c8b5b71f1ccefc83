import { Suspense, useState } from 'react';
import { tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import { download } from '../shared/csv/csv';
import { lazy } from '../shared/load/lazy';
import { useOpen } from '../shared/screens/address';
import { isOver, resultsScope } from '../shared/jobs/job-rules';
import { PersonFile } from '../shared/jobs/person-file';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { toastFailure } from '../shared/ui/refused';
import type { Job } from './jobs.fields';

const PasswordsDialog = lazy(() => import('../shared/jobs/passwords-dialog'));

/** Cancel, results, and passwords, which are handed out to the maker and not for long. */
export default function JobActions({ job }: { readonly job: Job }) {
  const say = useSay();
  const may = useMay();
  const open = useOpen();
  const [isAsked, setAsked] = useState(false);
  const [isHandingOut, setHandingOut] = useState(false);
  const { id, status, passwords, type, failed } = job;
  const params = { path: { id } };
  const mayResults = may(resultsScope(type));
  const isAgain = type === 'users' && failed > 0;
  const hasEnded = isOver(job);
  const file = { headers: { Accept: 'text/csv' }, parseAs: 'blob' as const };

  const keep = async (answer: Promise<{ readonly data?: unknown }>, name: string) => {
    try {
      const { data } = await answer;
      download(data as Blob, `${name}-${id}.csv`);
    } catch (error) {
      toastFailure(error);
    }
  };
  const cancel = () =>
    tryAct({
      run: () => api.POST('/jobs/{id}/cancel', { params }),
      done: say('jobs.cancelled'),
      touches: ['job', 'jobs', 'jobResults'],
    });

  return (
    <>
      {!hasEnded && may('jobs:write') && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          {say('jobs.cancel')}
        </Button>
      )}
      {hasEnded && passwords && may('jobs:write') && (
        <Button onClick={() => setHandingOut(true)}>{say('passwords.fetch')}</Button>
      )}
      {mayResults && (
        <Button
          onClick={() => void keep(api.GET('/jobs/{id}/results', { params, ...file }), 'results')}
        >
          {say('jobs.download')}
        </Button>
      )}
      {hasEnded && isAgain && mayResults && may('users:write') && may('jobs:write') && (
        <Button onClick={() => open({ to: 'importUsers', search: { again: id } })}>
          {say('jobs.again')}
        </Button>
      )}
      {type === 'person-export' && status === 'done' && failed === 0 && may('*') && (
        <PersonFile id={id} />
      )}
      {isHandingOut && (
        <Suspense>
          <PasswordsDialog id={id} onClose={() => setHandingOut(false)} />
        </Suspense>
      )}
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={say('jobs.cancelTitle', { id })}
        act={say('jobs.cancel')}
        onConfirm={cancel}
      >
        <p>{say('jobs.cancelText')}</p>
      </Confirm>
    </>
  );
}
