import { fileOf } from '@chat-admin/client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client';
import { download } from '../csv/csv';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { toastFailure } from '../ui/refused';

/** Stores the archive that a job has made of a person. */
export async function keepFileOf(id: string): Promise<void> {
  const file = await new Response(await fileOf(api, id)).blob();
  download(new Blob([file], { type: 'application/zip' }), `person-${id}.zip`);
}

/** Fetches the archive that a job has made of a person: only its maker may, and not for long. */
export function PersonFile({ id }: { readonly id: string }) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await keepFileOf(id);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="primary" icon={Download} isBusy={isBusy} onClick={() => void keep()}>
      {say('personal.fetch')}
    </Button>
  );
}
