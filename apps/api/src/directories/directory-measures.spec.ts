import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import type { DirectoryStanding } from '@chat-admin/domain/directories/directory-runs';
import { OTHER_ENTRY } from '@chat-admin/domain/directories/run-schedule';
import { Instruments } from '@chat-admin/server/metrics/instruments';
import { DirectoryMeasures } from './directory-measures.js';

const AT = new Date('2026-11-30T22:00:00Z');
const configured = (name: string) =>
  ({ settings: { name, digest: 'here', fullMs: 3_600_000 } }) as unknown as DirectoryConfiguration;
const standing = (directory: string, change: Partial<DirectoryStanding> = {}) => ({
  ...{ directory, entry: 'here', paused: false, lastSuccess: AT, failingSince: null },
  ...{ message: null, waits: null },
  ...change,
});

describe('DirectoryMeasures', () => {
  let found: readonly DirectoryStanding[] | null;
  let counted: number;
  let now: number;
  let measures: DirectoryMeasures;
  let instruments: Instruments;
  const answer = <T>(value: T) =>
    found === null ? Promise.reject(new Error('away')) : Promise.resolve(value);
  const told = async () =>
    (await instruments.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('chat_admin_directory_') && !line.includes('_bucket'))
      .map((line) => line.slice('chat_admin_directory_'.length));

  beforeEach(() => {
    [found, counted, now] = [[], 0, 0];
    instruments = new Instruments();
    const directoryRuns = {
      standings: () => answer(found!),
      managed: () => {
        counted += 1;
        return answer({ people: 3, groups: 1 });
      },
    };
    const all = ['main', 'new', 'off'].map(configured);
    measures = new DirectoryMeasures(instruments, { all }, { directoryRuns }, () => now);
  });

  it('tell of the directories of the file, and of what is known alone', async () => {
    found = [
      standing('main', { failingSince: AT, message: 'nothing listens there' }),
      standing('off', { paused: true, lastSuccess: null }),
      standing('former'),
    ];
    expect((await told()).sort()).toEqual([
      'full_seconds{directory="main"} 3600',
      'full_seconds{directory="new"} 3600',
      'last_success_timestamp_seconds{directory="main"} 1796076000',
      ...['main', 'new', 'off'].flatMap((name) => [
        `managed{directory="${name}",kind="groups"} 1`,
        `managed{directory="${name}",kind="people"} 3`,
      ]),
      ...['up{directory="main"} 0', 'up{directory="off"} 1'],
      ...['main', 'new', 'off'].map((name) => `waiting{directory="${name}"} 0`),
    ]);
    expect(await measures.standings.parts()).toEqual({
      'directory:main': {
        ...{ status: 'failed', message: 'nothing listens there', since: AT, lastSuccess: AT },
      },
      'directory:new': { status: 'ok', message: null },
      'directory:off': { status: 'paused', message: null, lastSuccess: null },
    });
  });

  it('tell that another instance has another entry, which is followed', async () => {
    found = [standing('main', { entry: 'there' }), standing('off', { paused: true })];
    expect((await told()).filter((line) => line.startsWith('up'))).toEqual([
      ...['up{directory="main"} 0', 'up{directory="off"} 1'],
    ]);
    const { 'directory:main': main } = await measures.standings.parts();
    expect(main).toEqual({ status: 'failed', message: OTHER_ENTRY, lastSuccess: AT });
  });

  it('count people once in 30 seconds, however often they are asked', async () => {
    await Promise.all([told(), told()]);
    now = 29_999;
    await told();
    expect(counted).toBe(3);
    now = 30_000;
    await told();
    expect(counted).toBe(6);
  });

  it('tell of runs of this instance while the database is away', async () => {
    found = null;
    measures.changed('main', [
      {
        line: 1,
        object: '/users/ola',
        outcome: 'created',
        changed: [],
        exception: null,
        message: null,
      },
    ]);
    measures.ended('main', 'full', 'done', 2);
    expect(await told()).toEqual([
      'changes_total{directory="main",outcome="created"} 1',
      'run_duration_seconds_sum{directory="main",mode="full",outcome="done"} 2',
      'run_duration_seconds_count{directory="main",mode="full",outcome="done"} 1',
    ]);
    expect((await measures.standings.parts())['directory:main']).toEqual({
      ...{ status: 'failed', message: 'The database does not answer' },
    });
  });
});
