import { randomUUID } from 'node:crypto';
import type { StagedEntry } from '@chat-admin/domain/directories/directory-run';
import { name } from '@chat-admin/port-suites/samples';
import { PostgresDirectoryRuns } from '../src/directories/postgres-directory-runs.js';
import type { OpenDatabase } from './open-database.js';

const BATCH = 15;

const staged = (kind: StagedEntry['kind'], name: string, externalId: string): StagedEntry => {
  const shared = { externalId, dn: '', name };
  const doc =
    kind === 'person'
      ? {
          ...{ ...shared, kind, username: name, email: null, properties: {}, card: null },
          ...{ disabled: false, disabledFrom: null, passwordTime: null },
        }
      : { ...shared, kind: 'group' as const, description: null, members: [] };
  return { kind, externalId, name, doc };
};

/** Each statement of runs of directories, for some entries. */
export async function useDirectories({
  db,
  streams,
  managed,
  transactions,
}: OpenDatabase): Promise<void> {
  const runs = new PostgresDirectoryRuns(db, streams);
  const source = 'directory:main';
  const instance = randomUUID();
  const fields = { name: true, email: true, password: true, properties: [] };
  const numbered = Array.from({ length: BATCH }, (_, index) => `${index + 100}`);
  await transactions.run(async () => {
    for (const externalId of numbered) {
      await managed.putUser(name(`user${externalId}`), { source, externalId, fields });
      await managed.putGroup(`group${externalId}`, { source, externalId });
    }
  });
  await runs.tidy();
  await runs.putState('main', { failures: 1 });
  await runs.follow('main', 'digest', 0);
  await runs.keepEntry('main', 'digest');
  await runs.pause('main', true);
  await runs.standings();
  await runs.now();
  await runs.remove('0');
  const { id } = (await runs.begin({
    ...{ directory: 'main', mode: 'full', dryRun: false, createdBy: 'somebody' },
  }))!;
  const run = { ...(await runs.claim(id, instance))!, status: 'writing' as const };
  await runs.renew(id, instance);
  for (const kind of ['person', 'group'] as const) {
    const called = kind === 'person' ? 'user' : 'group';
    await runs.stage(
      id,
      numbered.map((one) => staged(kind, `${called}${Number(one) + 1}`, one)),
    );
  }
  await runs.countStaged(id);
  const piece = { source, after: '', limit: BATCH };
  expect((await runs.people(id, piece))[0]!.holder).toMatchObject({ source });
  await runs.groups(id, piece);
  const reading = { cursor: {}, digest: 'digest', staged: 1, whole: true, full: true };
  for (const kind of ['person', 'group'] as const)
    await runs.gone({ ...run, reading }, kind, piece);
  await runs.usernames(source, numbered, id);
  await runs.usernameOf(source, '100');
  await runs.managed(source);
  await runs.memberships(source);
  await runs.putGone(name('user100'), true);
  await runs.lastLine(id);
  await runs.addResults(id, [
    {
      ...{ line: 1, object: '/users/user100', outcome: 'locked', changed: [] },
      ...{ exception: null, message: null },
    },
  ]);
  await runs.save({ ...run, reading, status: 'waiting' }, instance);
  await runs.confirm(id);
  await runs.release(id, instance);
  await runs.find(id);
  await runs.last('main');
  const byKey = { sort: 'key', descending: false };
  for await (const some of runs.list('main').whole(byKey)) expect(some).toHaveLength(1);
  await runs.list('main').page({ ...byKey, limit: 10, after: null });
  for (const outcome of [null, 'failed'] as const) {
    await runs.results(id, outcome).page({ ...byKey, limit: 10, after: null });
  }
  expect(await runs.countStaged(id)).toBe(2 * BATCH);
  expect(await runs.cancel(id, null)).toBe(true);
  // nor does whoever carries it out, and has not noticed yet
  await runs.stage(id, [staged('person', 'late', '99')]);
  expect(await runs.countStaged(id)).toBe(0);
}
