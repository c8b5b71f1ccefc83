import { generatedPasswordsOf } from '@chat-admin/client';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../api/client';
import { changed } from '../api/staleness';
import { download, writeCsv } from '../csv/csv';
import { namesOf } from '../people/names';
import { useMay } from '../session/session';
import { inOrder } from '../text/natural';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fault } from '../ui/refused';
import { toast } from '../ui/toast';
import { PrintHandOuts } from './hand-outs';
import type { HandedOut } from './hand-outs';

/** Of a user who was given more than one, the last one holds. */
async function handedOutBy(id: string, mayRead: boolean): Promise<readonly HandedOut[]> {
  const made = await generatedPasswordsOf(api, id);
  const passwords = new Map(made.map(({ username, password }) => [username, password]));
  const names = mayRead ? await namesOf([...passwords.keys()]) : new Map<string, string>();
  return [...passwords]
    .map(([username, password]) => ({ username, password, name: names.get(username) }))
    .sort((a, b) => inOrder(a.name || a.username, b.name || b.username));
}

/** The passwords that a job has made, to be kept as a file or handed out on paper. */
export default function PasswordsDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const mayRead = useMay()('users:read');
  const [people, setPeople] = useState<readonly HandedOut[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const fetchThem = useCallback(async () => {
    setBusy(true);
    setFault(null);
    try {
      setPeople(await handedOutBy(id, mayRead));
      void changed('job', 'jobs');
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  }, [id, mayRead]);
  useEffect(() => {
    void fetchThem();
  }, [fetchThem]);
  const isLost = people !== null && people.length > 0 && !isKept;
  const leave = () => {
    if (isLost) toast(say('passwords.stillAt', { id }));
    onClose();
  };
  const keep = async (of: readonly HandedOut[]) => {
    const header = [say('passwords.username'), say('passwords.name'), say('passwords.password')];
    const rows = of.map(({ username, name, password }) => [username, name ?? '', password]);
    download(await writeCsv(header, rows), `passwords-${id}.csv`);
    setKept(true);
  };
  if (isLost && isLeaving) {
    return (
      <Dialog
        isOpen
        onClose={() => setLeaving(false)}
        title={say('passwords.title')}
        actions={
          <>
            <Button onClick={() => setLeaving(false)}>{say('passwords.back')}</Button>
            <Button kind="danger" onClick={leave}>
              {say('passwords.closeAnyway')}
            </Button>
          </>
        }
      >
        <p role="status">
          {say('passwords.notKept', {
            count: people.length,
            number: formatNumber(people.length),
          })}
        </p>
      </Dialog>
    );
  }
  const close = () => (isLost ? setLeaving(true) : leave());
  return (
    <Dialog
      isOpen
      onClose={close}
      title={say('passwords.title')}
      description={say('passwords.text')}
      actions={
        people === null ? (
          <>
            <Button onClick={close}>{say('common.cancel')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void fetchThem()}>
              {say('common.retry')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{say('common.close')}</Button>
            <PrintHandOuts people={people} onPrint={() => setKept(true)} />
            <Button kind="primary" icon={Download} onClick={() => void keep(people)}>
              {say('passwords.keep')}
            </Button>
          </>
        )
      }
    >
      {people !== null && (
        <p role="status">
          {say('passwords.here', { count: people.length, number: formatNumber(people.length) })}
        </p>
      )}
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}
