import { useState } from 'react';
import { useRun } from '../shared/act/use-run';
import { Fault } from '../shared/ui/refused';
import { useAnswer } from '../shared/api/query';
import { JobProgress } from '../shared/jobs/job-progress';
import { jobQuery, sendJob } from '../shared/jobs/jobs';
import { PersonFile } from '../shared/jobs/person-file';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';

/** Makes an archive of all that is kept of a person, and hands it out. */
export default function ExportDialog({
  username,
  name,
  onClose,
}: {
  readonly username: string;
  /** what the person is called */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [id, setId] = useState<string | null>(null);
  const { isBusy, fault, run } = useRun();
  const line = { jid: username };
  const make = () => run(async () => setId((await sendJob('person-export', [line])).id));
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={say('personal.title', { name })}
      description={say('personal.text')}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {say(id === null ? 'common.cancel' : 'common.close')}
          </Button>
          {id === null ? (
            <Button kind="primary" isBusy={isBusy} onClick={() => void make()}>
              {say('personal.make')}
            </Button>
          ) : (
            <WhenDone id={id} username={username} />
          )}
        </>
      }
    >
      {id !== null && (
        <JobProgress id={id} lines={[line]} nameOf={() => username} touches={['jobs']} />
      )}
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}

function WhenDone({ id, username }: { readonly id: string; readonly username: string }) {
  const { data: job } = useAnswer(jobQuery, id);
  return job?.status === 'done' && job.failed === 0 ? (
    <PersonFile id={id} username={username} />
  ) : null;
}
