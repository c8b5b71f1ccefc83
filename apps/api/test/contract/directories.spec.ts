import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import { createApp } from '../../src/app.js';
import { WatchedDirectories } from '../../src/directories/watched-directories.js';
import { TestApi } from '../support/test-api.js';
import { testConfig } from '../support/test-config.js';

const dn = (uid: string) => `uid=${uid},ou=people,${SUFFIX}`;
const person = (uid: string, more = '') =>
  `dn: ${dn(uid)}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid.toUpperCase()}\nsn: N\n${more}`;
const SCHOOL = [...Array.from({ length: 20 }, (_, index) => person(`p${index}`)), person('ola')];

const suite = await suiteNeeds(describe, 'directories', ['slapd']);

suite('directories', () => {
  let slapd: TemporarySlapd;
  let folder: string;
  let api: TestApi;
  const file = () => join(folder, 'directories.yaml');
  const write = (changed: Readonly<Record<string, unknown>> = {}) => {
    const entry = {
      ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], caFile: slapd.caFile },
      ...{ bind: READER, passwordFile: slapd.passwordFile, poll: 5 },
      people: { base: `ou=people,${SUFFIX}` },
      brake: { percent: 10, atLeast: 5 },
      ...changed,
    };
    return writeFile(file(), JSON.stringify({ directories: [entry] }));
  };
  const sql = (text: string) => api.database.sql(text);
  const isThere = async (name: string) =>
    (await sql(`select from account where username = '${name}'`)).length > 0;
  const state = async () => (await sql('select * from directory_state'))[0] ?? {};
  /** The schedule is due. */
  const due = () => sql('update directory_state set next_at = now()');

  beforeAll(async () => {
    slapd = await startTemporarySlapd(SCHOOL.join('\n'));
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-directories-'));
    await write();
    api = await TestApi.start({ directoriesFile: file() });
  });
  afterAll(async () => {
    await api?.stop();
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  describe('the schedule', () => {
    it('brings people in step by itself, and keeps no run that changed nothing', async () => {
      await until('the people are there', () => isThere('ola'));
      await until('the first run is over', async () => Boolean((await state())['last_success']));
      const runs = () => sql('select mode, created_by, status, counts from directory_run');
      expect(await runs()).toMatchObject([
        { mode: 'full', created_by: 'directory:main', status: 'done', counts: { created: 21 } },
      ]);
      await slapd.change(
        `dn: ${dn('kim')}\nchangetype: add\n${person('kim').split('\n').slice(1).join('\n')}`,
      );
      await due();
      await until('somebody new is there', () => isThere('kim'));
      await until('nothing is under way', async () =>
        (await runs()).every(({ status }) => status === 'done'),
      );
      expect(await runs()).toHaveLength(2);
      const { last_success: before } = await state();
      await due();
      await until(
        'a run without changes is over',
        async () => String((await state())['last_success']) !== String(before),
      );
      await until('it is gone', async () => (await runs()).length === 2);
    });

    it('goes on with a run whose instance has died', async () => {
      await sql(`insert into directory_run (directory, mode, dry_run, status, created_by, counts, instance, lease_until)
        values ('main', 'full', true, 'reading', 'somebody', '{"read": 1}', gen_random_uuid(), now() + interval '1 hour')`);
      await due();
      const last = async () =>
        (await sql('select status from directory_run order by id desc limit 1'))[0];
      expect(await last()).toEqual({ status: 'reading' });
      await sql('update directory_run set lease_until = now() where finished_at is null');
      await until('it is done', async () => (await last())!['status'] === 'done');
    });

    it('waits longer after each failure, and is well again once the directory answers', async () => {
      await slapd.halt();
      for (const [failures, seconds] of [
        [1, 30],
        [2, 60],
        [3, 120],
      ] as const) {
        await due();
        await until('it has failed', async () => (await state())['failures'] === failures);
        const { next_at: next, message } = await state();
        expect(message).toMatch(/^Reading ended early: /);
        const [{ left }] = (await sql(
          `select extract(epoch from '${(next as Date).toISOString()}'::timestamptz - now())::float as left`,
        )) as [{ left: number }];
        expect(left).toBeGreaterThan(seconds - 15);
        expect(left).toBeLessThanOrEqual(seconds);
      }
      await sql(`update directory_state set failures = 9`);
      await due();
      await until('it has failed again', async () => (await state())['failures'] === 10);
      expect(Number((await state())['next_at']) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
      await slapd.start();
      await due();
      await until('it is well', async () => (await state())['failures'] === 0);
      expect(await state()).toMatchObject({ failing_since: null, message: null });
    });
  });

  describe('the file', () => {
    it('ends the start where it cannot be used', async () => {
      const broken = join(folder, 'broken.yaml');
      await writeFile(broken, 'directories: [{name: MAIN}]');
      const config = testConfig({ databaseUrl: api.database.servicesUrl, directoriesFile: broken });
      await expect(createApp(config)).rejects.toThrow(ConfigurationFaults);
    });

    it('is read again; one that cannot be used leaves the last good one', async () => {
      const told: string[] = [];
      const log = { info: () => undefined, warn: (text: string) => void told.push(text) };
      const watched = await WatchedDirectories.open(file(), log);
      const changes: string[][] = [];
      watched.onChange((names) => void changes.push([...names]));
      await watched.look();
      expect(changes).toEqual([]);
      await write({ poll: 7 });
      await watched.look();
      expect([changes, watched.find('main')?.settings.pollMs]).toEqual([[['main']], 7000]);
      await writeFile(file(), 'directories: [');
      await watched.look();
      await watched.look();
      expect(told).toEqual([expect.stringContaining('The directories stay as they were: ')]);
      expect(watched.all).toHaveLength(1);
      await write();
    });
  });
});
