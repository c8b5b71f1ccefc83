import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { listUsers } from '../load/requests.js';
import type { Settings } from '../settings.js';

const DATABASE = 'many';

/**
 * The memory of the process while very many users are created in bulk requests of 1,000 and listed.
 */
export async function measureMemory(bed: Bed, { manyUsers }: Settings): Promise<Figure[]> {
  await bed.sql(`create database ${DATABASE}`);
  const api = await bed.api('fixed-keys', DATABASE);
  const peak = (work: () => Promise<unknown>) =>
    api.during(work, { watch: true }).then(({ usage }) => usage);
  const tenth = manyUsers / 10;
  const first = await peak(() => bed.fill(api, tenth, 'first'));
  const filled = await peak(() => bed.fill(api, manyUsers - tenth, 'other'));
  const list = () =>
    bed.load({
      port: api.port,
      request: listUsers('xml'),
      numbers: { kind: 'random', below: 1 },
      connections: 1,
      until: { requests: 1 },
    });
  const listed = await peak(list);
  const users = (count: number) => `${count.toLocaleString('en')} users`;
  const line = (what: string, value: number): Figure => ({
    goal: '',
    what,
    values: [value],
    unit: 'MiB',
  });
  return [
    line('memory after the start', first.rssBefore),
    line(`most memory while ${users(tenth)} come in bulk`, first.rssPeak),
    line(`most memory while ${users(manyUsers - tenth)} more come in bulk`, filled.rssPeak),
    line(`most memory while ${users(manyUsers)} are listed`, listed.rssPeak),
  ];
}
