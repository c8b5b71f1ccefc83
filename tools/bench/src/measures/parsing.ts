import { usersDoc } from '@chat/codecs/users/user.doc';
import { readBody } from '@chat/codecs/wire/read-body';
import { checkNewUser } from '@chat/domain/users/user-draft';
import { SaxesParser } from 'saxes';
import type { Figure } from '../figures.js';
import { NUMBER } from '../load/load-job.js';
import { usersText } from '../load/requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';

const BYTES = 1.26e6;
const USER_BYTES = 330;
const REPETITIONS = 4;

/** A bulk document of 1.26 MB, in this process: P13. */
export async function measureParsing(settings: Settings): Promise<Figure[]> {
  const count = Math.round(BYTES / USER_BYTES);
  const xml = Buffer.from(usersText('xml', count, 'parsed').replaceAll(NUMBER, '00000000'));
  const times = await alternate(
    {
      saxes: processTimed(() => parseAlone(xml)),
      reader: processTimed(() => readBody(usersDoc, 'xml', xml)),
      checked: processTimed(async () => {
        const users = await readBody(usersDoc, 'xml', xml);
        for (const user of users!) checkNewUser(user);
      }),
    },
    settings.rounds * 2,
  );
  const against = ratios(times.reader, times.saxes);
  const label = `bulk XML of ${(xml.length / 1e6).toFixed(2)} MB`;
  return [
    {
      goal: 'P13',
      what: `${label}: CPU of reading / saxes alone`,
      values: against,
      unit: 'x',
      atMost: 1.5,
    },
    {
      goal: '',
      what: 'same with the rules of users (names, passwords)',
      values: ratios(times.checked, times.saxes),
      unit: 'x',
    },
    { goal: '', what: 'saxes alone', values: times.saxes, unit: 'ms' },
  ];
}

/** CPU time of this process for `work`, in milliseconds. */
export const processTimed = (work: () => unknown) => async (): Promise<number> => {
  const begin = process.cpuUsage();
  for (let i = 0; i < REPETITIONS; i += 1) await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / REPETITIONS;
};

/** The parser with the options that namespaces need, and listeners that do nothing. */
export function parseAlone(bytes: Buffer): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', () => undefined);
  parser.on('closetag', () => undefined);
  parser.on('text', () => undefined);
  parser.write(bytes.toString('utf8')).close();
}
