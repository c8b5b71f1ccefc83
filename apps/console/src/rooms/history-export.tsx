import { Download } from 'lucide-react';
import { download, writeCsv } from '../shared/csv/csv';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Menu } from '../shared/ui/menu';
import type { Message } from './history.queries';
import { asText, nicknameOf } from './history-view';

const KINDS = ['text', 'json', 'csv'] as const;
const COLUMNS = ['time', 'nickname', 'address', 'text'];

/** What is shown as a file: text, JSON or CSV. */
export function HistoryExport({
  name,
  messages,
}: {
  readonly name: string;
  readonly messages: readonly Message[];
}) {
  const say = useSay();
  const write = async (kind: (typeof KINDS)[number]) => {
    if (kind === 'csv') {
      const rows = messages.map((one) => [
        ...[one.delay_stamp, nicknameOf(one), one.delay_from, one.body],
      ]);
      return download(await writeCsv(COLUMNS, rows), `${name}.csv`);
    }
    const text = kind === 'json' ? JSON.stringify(messages, null, 2) : asText(messages);
    const type = kind === 'json' ? 'application/json' : 'text/plain;charset=utf-8';
    download(new Blob([`${text}\n`], { type }), `${name}.${kind === 'json' ? 'json' : 'txt'}`);
  };
  return (
    <Menu
      trigger={<Button icon={Download}>{say('list.export')}</Button>}
      entries={KINDS.map((kind) => ({
        label: say(`rooms.history.as.${kind}`),
        onSelect: () => void write(kind),
      }))}
    />
  );
}
