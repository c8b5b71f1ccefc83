import { fileOf } from '@chat-admin/client';
import { Download } from 'lucide-react';
import { useRun } from '../act/use-run';
import { api } from '../api/client';
import { download } from '../csv/csv';
import { clockOf } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { toastFailure } from '../ui/refused';

/** Stores the archive that a job has made of a person, by the name of the account where it is known, and the day. */
export async function keepFileOf(id: string, username?: string): Promise<void> {
  const file = await new Response(await fileOf(api, id)).blob();
  download(
    new Blob([file], { type: 'application/zip' }),
    `${username ?? `person-${id}`}-${clockOf(new Date()).slice(0, 10)}.zip`,
  );
}

/** Fetches the archive that a job has made of a person: only its maker may, and not for long. */
export function PersonFile({ id, username }: { readonly id: string; readonly username?: string }) {
  const say = useSay();
  const { isBusy, run } = useRun();
  const keep = () => run(() => keepFileOf(id, username).catch(toastFailure));
  return (
    <Button kind="primary" icon={Download} isBusy={isBusy} onClick={() => void keep()}>
      {say('personal.fetch')}
    </Button>
  );
}
