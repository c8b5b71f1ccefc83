import { generatedPasswordsOf } from '@chat-admin/client';
import type { GeneratedPassword } from '@chat-admin/client';
import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { changed } from '../api/staleness';
import { download, writeCsv } from '../csv/csv';
import { useDomain } from '../session/domain';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fault } from '../ui/refused';
import { HandOuts } from './hand-outs';

/** The passwords that a job has made: fetched once, to be kept as a file or handed out on paper. */
export default function PasswordsDialog({
  id,
  nameOf = () => null,
  onClose,
}: {
  readonly id: string;
  /** the name of a person, where it is at hand */
  readonly nameOf?: (username: string) => string | null;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const domain = useDomain();
  const [people, setPeople] = useState<readonly GeneratedPassword[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [isPrinting, setPrinting] = useState(false);
  const fetchThem = async () => {
    setBusy(true);
    try {
      setPeople(await generatedPasswordsOf(api, id));
      void changed('job', 'jobs');
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  const keep = async (of: readonly GeneratedPassword[]) => {
    const header = [say('passwords.username'), say('passwords.name'), say('passwords.password')];
    const rows = of.map(({ username, password }) => [username, nameOf(username) ?? '', password]);
    download(await writeCsv(header, rows), `passwords-${id}.csv`);
  };
  useEffect(() => {
    if (!isPrinting) return;
    window.print();
    setPrinting(false);
  }, [isPrinting]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('passwords.title')}
      description={say('passwords.text')}
      actions={
        people === null ? (
          <>
            <Button onClick={onClose}>{say('common.cancel')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void fetchThem()}>
              {say('passwords.fetch')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{say('common.close')}</Button>
            <Button icon={Printer} onClick={() => setPrinting(true)}>
              {say('passwords.print')}
            </Button>
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
      {isPrinting && people !== null && (
        <HandOuts people={people} domain={domain} nameOf={nameOf} />
      )}
    </Dialog>
  );
}
