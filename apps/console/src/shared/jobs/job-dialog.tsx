import { KeyRound } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRun } from '../act/use-run';
import { queryClient } from '../api/staleness';
import { lazy } from '../load/lazy';
import { Fault } from '../ui/refused';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { toast } from '../ui/toast';
import { JobProgress } from './job-progress';
import { isOver } from './job-rules';
import { jobQuery, sendJob } from './jobs';
import type { Job, JobLine, JobType } from './jobs';

const PasswordsDialog = lazy(() => import('./passwords-dialog'));

/** Asks before several objects are changed, which is one job, and shows its progress and what has come of it. */
export function JobDialog({
  title,
  act,
  type,
  lines,
  nameOf,
  touches,
  people,
  typed,
  isDangerous = false,
  generatesPasswords = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** names the act: "Destroy 3 rooms" */
  readonly act: string;
  readonly type: JobType;
  readonly lines: readonly JobLine[];
  readonly nameOf: (line: JobLine) => string;
  readonly touches: readonly string[];
  /** people, as somebody has written them: those who do not exist are told in the end */
  readonly people?: readonly string[];
  /** what has to be typed where nothing brings it back */
  readonly typed?: string;
  readonly isDangerous?: boolean;
  /** lines without a password get one, to be fetched in the end */
  readonly generatesPasswords?: boolean;
  readonly onClose: (isDone: boolean) => void;
  /** what is asked first */
  readonly children?: ReactNode;
}) {
  const say = useSay();
  const cancel = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const { isBusy, fault, run } = useRun();
  const [isHandingOut, setHandingOut] = useState(false);
  const [sent, setSent] = useState<{ id: string; lines: readonly JobLine[] } | null>(null);
  const send = () =>
    run(async () => setSent({ id: (await sendJob(type, lines, generatesPasswords)).id, lines }));
  const close = () => {
    if (generatesPasswords && sent !== null && mayHavePasswords(sent.id)) {
      toast(say('passwords.waitAt', { id: sent.id }));
    }
    onClose(sent !== null);
  };
  if (isHandingOut && sent !== null) {
    return (
      <Suspense>
        <PasswordsDialog id={sent.id} onClose={() => onClose(true)} />
      </Suspense>
    );
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={close}
      title={title}
      {...(isDangerous && { initialFocus: cancel })}
      actions={
        <>
          <Button ref={cancel} disabled={isBusy} onClick={close}>
            {say(sent === null ? 'common.cancel' : 'common.close')}
          </Button>
          {sent === null && (
            <Button
              kind={isDangerous ? 'danger' : 'primary'}
              isBusy={isBusy}
              disabled={lines.length === 0 || (typed !== undefined && text !== typed)}
              onClick={() => void send()}
            >
              {act}
            </Button>
          )}
        </>
      }
    >
      {sent === null ? (
        <>
          {children}
          {typed !== undefined && (
            <Field label={say('common.typeToConfirm', { name: typed })}>
              {(control) => (
                <Input {...control} value={text} onChange={({ target }) => setText(target.value)} />
              )}
            </Field>
          )}
          {fault !== null && <Fault of={fault} />}
        </>
      ) : (
        <JobProgress
          id={sent.id}
          lines={sent.lines}
          nameOf={nameOf}
          touches={touches}
          people={people}
        >
          {generatesPasswords && (
            <Button kind="primary" icon={KeyRound} onClick={() => setHandingOut(true)}>
              {say('passwords.fetch')}
            </Button>
          )}
        </JobProgress>
      )}
    </Dialog>
  );
}

/** Whether there are passwords of the job, or may yet be. */
function mayHavePasswords(id: string): boolean {
  const job = queryClient.getQueryData<Job>(jobQuery.keyOf(id));
  return job === undefined || !isOver(job) || job.passwords;
}
