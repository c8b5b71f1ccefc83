import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import { createApp } from '../../src/app.js';
import { WatchedDirectories } from '../../src/directories/watched-directories.js';
import { expectError, refusal } from '../support/expectations.js';
import { makeKey } from '../support/keys.js';
import { MERGE_PATCH } from '../support/patches.js';
import { unservedDirectories, waitingRun } from '../support/directories.js';
import type { UnservedDirectories } from '../support/directories.js';
import { forms, TestApi } from '../support/test-api.js';
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
  const events = (expected: readonly string[]) =>
    until(`the events are ${expected.join()}`, async () => {
      const { text } = await api.call('GET', '/events?types=directory.*', 'json');
      const told = (JSON.parse(text) as { events: readonly { type: string }[] }).events;
      return told.map(({ type }) => type.slice('directory.'.length)).join() === expected.join();
    });
  const OPEN = 'select from directory_run where finished_at is null';
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
      await events(['run_finished', 'run_finished']);
      const metrics = await fetch(new URL('/metrics', api.managementUrl));
      expect(await metrics.text()).toMatch(
        /chat_admin_directory_changes_total{directory="main",outcome="created"} 22\n[^]*run_duration_seconds_count{directory="main",mode="full",outcome="done"} 1\n/,
      );
    });

    it('goes on with a run whose instance has died', async () => {
      await sql(`insert into directory_run (directory, mode, dry_run, status, created_by, counts, instance, lease_until)
        values ('main', 'full', true, 'reading', 'somebody', '{"read": 1}', gen_random_uuid(), now() + interval '1 hour')`);
      const claim = jest.spyOn(api.app.persistence.directoryRuns, 'claim');
      await due();
      const last = async () =>
        (await sql('select status from directory_run order by id desc limit 1'))[0];
      await until('it has been looked at', () => claim.mock.results.length > 0);
      expect(await claim.mock.results[0]!.value).toBeNull();
      expect(await last()).toEqual({ status: 'reading' });
      claim.mockRestore();
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
      await events(['run_finished', 'run_finished', 'failing', 'recovered']);
    });

    it('is left to whoever has the entry that is followed', async () => {
      const { directoryRuns: runs } = api.app.persistence;
      const { entry } = await state();
      // one that has become another one just now
      await runs.follow('main', 'other', 0);
      expect(await state()).toMatchObject({ entry: 'other', failures: 0 });
      const before = await sql('select id from directory_run');
      const looks = jest.spyOn(runs, 'state');
      await until('it has been looked at again', () => looks.mock.calls.length > 1);
      looks.mockRestore();
      expect(await sql('select id from directory_run')).toEqual(before);
      const shown = JSON.parse((await api.call('GET', '/directories/main', 'json')).text);
      expect(shown).toMatchObject({ state: 'failing' });
      expect(shown.message).toMatch(/^Another entry of this directory is followed: /);
      expect(shown).not.toHaveProperty('nextRun');
      const { parts } = JSON.parse((await api.call('GET', '/system/health', 'json')).text);
      const { message } = shown;
      expect(parts.at(-1)).toMatchObject({ name: 'directory:main', status: 'failed', message });
      const metrics = await fetch(new URL('/metrics', api.managementUrl));
      expect(await metrics.text()).toContain('chat_admin_directory_up{directory="main"} 0\n');
      const { last_success: last } = await state();
      // nobody has it any longer
      await sql(`update directory_state set entry_seen = now() - interval '3 minutes'`);
      await until(
        'it goes on',
        async () => String((await state())['last_success']) !== String(last),
      );
      expect(await state()).toMatchObject({ entry, digest: entry });
      await runs.follow('main', 'other', 0);
      expect((await api.call('POST', '/directories/main/runs', 'json')).status).toBe(202);
      expect(await state()).toMatchObject({ entry });
      await until('it is over', async () => (await sql(OPEN)).length === 0);
    });

    it('reads again what an instance with another entry has read, and goes on with its lines', async () => {
      const { digest } = await state();
      const reading = `{"cursor":{},"digest":"other","staged":0,"whole":true,"full":true}`;
      const [{ id }] = (await sql(`insert into directory_run
          (directory, mode, dry_run, status, created_by, counts, reading, position, lease_until)
        values ('main', 'full', false, 'queued', 'somebody', '{"read": 1}', '${reading}',
          '{"pass":"people","after":"","lines":1}', now() + interval '1 hour')
        returning id::text`)) as [{ id: string }];
      await sql(`insert into directory_result (run_id, line, object, outcome, changed)
        values (${id}, 1, '/users/p1', 'updated', '{}')`);
      await slapd.change(
        `dn: ${dn('ned')}\nchangetype: add\n${person('ned').split('\n').slice(1).join('\n')}`,
      );
      await sql(`update directory_run set lease_until = now() where finished_at is null`);
      await until('it is over', async () => (await sql(OPEN)).length === 0);
      expect(await sql(`select status from directory_run where id = ${id}`)).toEqual([
        { status: 'done' },
      ]);
      expect(
        await sql(`select line, object from directory_result where run_id = ${id} order by line`),
      ).toEqual([
        { line: 1, object: '/users/p1' },
        { line: 2, object: '/users/ned' },
      ]);
      expect(await state()).toMatchObject({ digest });
    });
  });

  describe('the API', () => {
    const json = async (method: string, path: string, body?: object) => {
      const { status, text, headers } = await api.call(method, path, 'json', body);
      const value = (text === '' ? null : JSON.parse(text)) as Readonly<Record<string, never>>;
      return { status, headers, value };
    };
    const finished = async (path: string) => {
      const run = async () => (await json('GET', path)).value;
      await until('the run is over', async () => 'finished' in (await run()));
      return run();
    };

    it('has a run carried out that somebody asks for, and tells what it would do', async () => {
      await api.send('PATCH', '/directories/main', {
        headers: { Accept: 'application/json', 'Content-Type': MERGE_PATCH },
        body: '{"paused":true}',
      });
      await slapd.change(
        `dn: ${dn('zoe')}\nchangetype: add\n${person('zoe').split('\n').slice(1).join('\n')}`,
      );
      await api.audited();
      const asked = await json('POST', '/directories/main/runs?mode=full&dryRun=true');
      expect(asked).toMatchObject({
        status: 202,
        value: { directory: 'main', mode: 'full', dryRun: true, status: 'queued', added: 0 },
      });
      const path = `/directories/main/runs/${asked.value['id']!}`;
      expect(asked.headers.location).toBe(`/plugins/restapi/v1${path}`);
      const [entry] = await api.audited();
      expect(entry).toMatchObject({
        username: 'secret',
        details: expect.stringContaining(`name=${asked.value['id']!}`),
      });
      expect(await finished(path)).toMatchObject({ status: 'done', added: 1, unchanged: 23 });
      expect(await isThere('zoe')).toBe(false);
      const results = (await json('GET', `${path}/results?outcome=created`)).value;
      const [result] = results['runResults'] as unknown as readonly object[];
      expect(result).toMatchObject({ object: '/users/zoe', outcome: 'created', changed: ['name'] });
      expect((await api.call('GET', `${path}/results`, 'xml')).text).toContain(
        '<object>/users/zoe</object><outcome>created</outcome><changed><field>name</field></changed>',
      );
      const csv = await api.send('GET', `${path}/results`, { headers: { Accept: 'text/csv' } });
      expect(csv.text).toContain('line,object,outcome,changed,exception,message');
      expect(csv.text).toContain('/users/zoe,created,name,,');
      const runs = (await json('GET', '/directories/main/runs?limit=1')).value;
      expect(runs['directoryRuns']).toMatchObject([{ id: asked.value['id'] }]);
      const real = await json('POST', '/directories/main/runs');
      const done = await finished(`/directories/main/runs/${real.value['id']!}`);
      expect(done).toMatchObject({ mode: 'changes', createdBy: 'secret', added: 1 });
      expect(await isThere('zoe')).toBe(true);
    });

    it('shows how the directories are kept in step', async () => {
      const shown = (await json('GET', '/directories/main')).value;
      expect(shown).toMatchObject({
        ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], logins: 'off' },
        ...{ paused: true, state: 'off', people: 24, groups: 0 },
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect((await json('GET', '/directories')).value).toEqual({ directories: [shown] });
    });

    it('tries a directory, and a password', async () => {
      const { value } = await json('POST', '/directories/main/test', {
        ...{ username: 'ola', password: 'wrong' },
      });
      const steps = value['steps'] as unknown as readonly { name: string; outcome: string }[];
      expect(steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
        ...['resolve ok', 'connect ok', 'tls ok', 'bind ok', 'people ok', 'groups skipped'],
        ...['changes ok', 'login failed'],
      ]);
      const [entry] = await api.audited();
      expect(JSON.stringify(entry)).not.toContain('wrong');
      expect((await json('POST', '/directories/main/test')).status).toBe(200);
      for (const [draft, field] of [
        [{ username: 'ola' }, 'password'],
        [{ password: 'x' }, 'username'],
      ] as const) {
        const reply = await json('POST', '/directories/main/test', draft);
        expect([reply.status, JSON.stringify(reply.value)]).toEqual([
          400,
          expect.stringContaining(`Invalid value for ${field}`),
        ]);
      }
    });

    it('tries one at a time, and no password for a while after five that were wrong', async () => {
      const test = (draft: object) => json('POST', '/directories/main/test', draft);
      const [first, second] = await Promise.all([test({}), test({})]);
      expect([first.status, second.status].sort()).toEqual([200, 503]);
      const messages = [];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { value } = await test({ username: 'ola', password: 'wrong' });
        const steps = value['steps'] as unknown as readonly { message?: string }[];
        messages.push(steps.at(-1)!.message);
      }
      // one was wrong before
      const braked = 'too many passwords were wrong: try again in a minute';
      expect(messages).toEqual([...Array.from({ length: 4 }, () => 'wrong'), braked]);
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

describe('directories that nobody serves', () => {
  let api: TestApi;
  let directories: UnservedDirectories;
  let waiting: string;
  beforeAll(async () => {
    directories = await unservedDirectories('main', 'other');
    const { database, file } = directories;
    api = await TestApi.start({ directoriesFile: file }, database);
    waiting = await waitingRun(database, 'main');
  });
  afterAll(async () => {
    await api?.stop();
    await directories?.remove();
  });
  const notThere = refusal(404, 'DirectoryNotFoundException')('Could not find directory', 'none');
  const notAllowed = refusal(409, 'NotAllowedException');

  it.each(forms)('refuse what is not there, in %s', async (form) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/test'],
      ['GET', '/runs'],
      ['POST', '/runs'],
      ['GET', '/runs/1'],
      ['GET', '/runs/1/results'],
      ['POST', '/runs/1/confirm'],
      ['POST', '/runs/1/cancel'],
    ] as const) {
      expectError(await api.call(method, `/directories/none${path}`, form), form, notThere);
    }
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['POST', '/confirm'],
      ['POST', '/cancel'],
    ] as const) {
      for (const id of [waiting, 'x', '99999999999999999999']) {
        const reply = await api.call(method, `/directories/other/runs/${id}${path}`, form);
        expectError(reply, form, refusal(404, 'RunNotFoundException')('Could not find run', id));
      }
    }
    const patch = { headers: { Accept: `application/${form}`, 'Content-Type': MERGE_PATCH } };
    const reply = await api.send('PATCH', '/directories/none', { ...patch, body: '{}' });
    expectError(reply, form, notThere);
  });

  it('have one run at a time, which waits until somebody confirms or cancels it', async () => {
    const call = async (path: string, headers: object = {}) =>
      api.send('POST', `/directories/main/runs${path}`, {
        headers: { Accept: 'application/json', ...headers },
      });
    expectError(await call(''), 'json', notAllowed('A run of this directory is under way', 'main'));
    const shown = JSON.parse((await api.call('GET', '/directories/main', 'json')).text) as object;
    expect(shown).toMatchObject({ state: 'waiting', lastRun: waiting });
    const health = JSON.parse((await api.call('GET', '/system/health', 'json')).text) as {
      readonly parts: readonly { readonly name: string }[];
    };
    expect(health.parts.slice(-2)).toMatchObject([
      { name: 'directory:main', status: 'waiting', message: 'Would lock 812' },
      { name: 'directory:other', status: 'paused' },
    ]);
    expect((await api.call('GET', '/system/readiness/server', 'json')).status).toBe(200);
    const key = { 'Idempotency-Key': 'confirm' };
    await api.audited();
    const confirmed = await call(`/${waiting}/confirm`, key);
    expect(JSON.parse(confirmed.text)).toMatchObject({ id: waiting, status: 'queued', read: 188 });
    expect((await call(`/${waiting}/confirm`, key)).text).toBe(confirmed.text);
    expect((await api.audited()).map(({ details }) => /replayed/.test(details))).toEqual([
      false,
      true,
    ]);
    await until('it has failed', async () => {
      const { text } = await api.call('GET', `/directories/main/runs/${waiting}`, 'json');
      return (JSON.parse(text) as { readonly status: string }).status === 'failed';
    });
    const again = await call(`/${waiting}/confirm`);
    expectError(again, 'json', notAllowed('The run does not wait', waiting));
    expect(JSON.parse((await call(`/${waiting}/cancel`)).text)).toMatchObject({ status: 'failed' });
    waiting = await waitingRun(directories.database, 'main');
    const cancelled = JSON.parse((await call(`/${waiting}/cancel`)).text) as object;
    expect(cancelled).toMatchObject({ status: 'cancelled', message: 'Cancelled by secret' });
  });

  it('follow one entry: the newest, the one that is asked for, or any that somebody still has', async () => {
    const { directoryRuns: runs } = api.app.persistence;
    const { sql } = directories.database;
    const followed = async (digest: string, ageMs: number | null) => {
      await sql(`update directory_state set next_at = now() + interval '1 hour', failures = 6
        where directory = 'third'`);
      await runs.follow('third', digest, ageMs);
      const [row] = await sql(`select entry, next_at <= now() and failures = 0 as due
        from directory_state where directory = 'third'`);
      return [row!['entry'], row!['due']];
    };
    const hour = 3_600_000;
    expect((await followed('a', 2 * hour))[0]).toBe('a');
    // older, as old but for what clocks differ, the same
    expect(await followed('b', 3 * hour)).toEqual(['a', false]);
    expect(await followed('b', 2 * hour - 1000)).toEqual(['a', false]);
    expect(await followed('a', 0)).toEqual(['a', false]);
    expect(await followed('b', hour)).toEqual(['b', true]);
    // that was there before, put back
    expect(await followed('a', 0)).toEqual(['a', true]);
    expect(await followed('b', null)).toEqual(['b', true]);
    const waits = await waitingRun(directories.database, 'third');
    const unseen = `update directory_state set entry_seen = now() - interval '3 minutes' where directory = 'third'`;
    await sql(unseen);
    for (const digest of ['a', 'b']) await runs.keepEntry('third', digest);
    expect(await followed('a', 9 * hour)).toEqual(['b', false]);
    await sql(unseen);
    expect(await followed('a', 9 * hour)).toEqual(['a', true]);
    // what somebody has asked for waits on
    const run = async () => runs.find(waits);
    expect(await run()).toMatchObject({ status: 'waiting' });
    await sql(`update directory_run set created_by = 'directory:third' where id = ${waits}`);
    expect(await followed('b', 0)).toEqual(['b', true]);
    expect(await run()).toMatchObject({
      ...{ status: 'cancelled', message: 'Another entry of this directory is followed now' },
    });
  });

  it.each([
    ['?mode=some', 'Invalid value for parameter mode: some'],
    ['?dryRun=maybe', 'Invalid value for parameter dryRun: maybe'],
  ])('refuse a run with %s', async (query, message) => {
    const { status, text } = await api.call('POST', `/directories/other/runs${query}`, 'json');
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });

  it('want the scopes of what runs change, and of whom they name', async () => {
    const both = ['directories:read', 'directories:write'] as const;
    const { bearer } = await makeKey(api, [...both, 'users:write', 'groups:write']);
    const lacking = async (method: string, path: string) => {
      const { text } = await api.send(method, `/directories/main${path}`, {
        ...{ authorization: bearer, headers: { Accept: 'application/json' } },
      });
      return /The scope (\S+) is needed/.exec(text)?.[1];
    };
    expect(await lacking('GET', '')).toBeUndefined();
    expect(await lacking('POST', '/runs')).toBe('lockouts:write');
    expect(await lacking('POST', `/runs/${waiting}/confirm`)).toBe('lockouts:write');
    expect(await lacking('POST', `/runs/${waiting}/cancel`)).toBe('lockouts:write');
    expect(await lacking('GET', `/runs/${waiting}/results`)).toBe('users:read');
  });
});
