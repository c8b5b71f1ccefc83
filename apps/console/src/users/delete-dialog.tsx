import { finishedJob } from '@chat-admin/client';
import { useState } from 'react';
import { api } from '../shared/api/client';
import { changed } from '../shared/api/staleness';
import { sendJob } from '../shared/jobs/jobs';
import { keepFileOf } from '../shared/jobs/person-file';
import { useOpen } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { Checkbox } from '../shared/ui/checkbox';
import { toast } from '../shared/ui/toast';

/** Deletes an account, by default once all that is kept of the person has been handed out. */
export default function DeleteDialog({
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
  const open = useOpen();
  const mayExport = useMay()('*');
  const [isKept, setKept] = useState(mayExport);
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('users.delete.title', { name })}
      act={say('users.delete.act', { name })}
      typed={username}
      onConfirm={async () => {
        if (isKept) await keepDataOf(username);
        await api.DELETE('/users/{username}', { params: { path: { username } } });
        toast(say('users.delete.done', { name }));
        open({ to: 'users' }, true);
        await changed('users', 'jobs');
      }}
    >
      <p>{say('users.delete.text')}</p>
      {mayExport && <Checkbox isOn={isKept} onChange={setKept} label={say('users.delete.keep')} />}
    </Confirm>
  );
}

/** @throws what has kept the archive from being made or fetched */
async function keepDataOf(username: string): Promise<void> {
  const { id } = await sendJob('person-export', [{ jid: username }]);
  await finishedJob(api, id, { everyMs: 250 });
  // without a file it says why
  await keepFileOf(id, username);
}
