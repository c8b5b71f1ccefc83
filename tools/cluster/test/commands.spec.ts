import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import pg from 'pg';
import { basic, call, SECRET } from '../src/http.js';
import { command } from './command.js';
import { Environment } from './environment.js';

const suite = await suiteNeeds(describe, 'commands', ['redis-server', 'haproxy']);

suite('a command', () => {
  let environment: Environment;
  let database: pg.Client;
  beforeAll(async () => {
    environment = await Environment.start({ API_FAILED_LOGIN_LIMIT: '0' });
    database = new pg.Client({ connectionString: environment.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    console.log(`after a command both instances act on it: ${Math.round(longestMs)} ms at most`);
    await database?.end();
    await environment?.stop();
  });

  const run = (words: string, typed?: string) =>
    command(environment.cluster.databaseUrl, words, typed);
  const made = async (words: string) => (await run(words)).trim();
  const currentSecret = () => made('secret show');
  let longestMs = 0;
  /** Both instances answer so. */
  const answer = async (expected: number, authorization: string) => {
    const asked = performance.now();
    await Promise.all(
      environment.cluster.urls.map((url) =>
        until(
          `${url} answers ${expected}`,
          async () => (await call(url, 'GET', '/users', { authorization })).status === expected,
        ),
      ),
    );
    longestMs = Math.max(longestMs, performance.now() - asked);
  };
  let seen = '0';
  /** What commands have left in the audit log since the last call. */
  const audited = async () => {
    const { rows } = await database.query<{ id: string; summary: string }>(
      `select log_id as id, summary from audit_entry
       where username = 'command line' and log_id > $1 order by log_id`,
      [seen],
    );
    seen = rows.at(-1)?.id ?? seen;
    return rows.map(({ summary }) => summary);
  };

  describe('acts on two running instances', () => {
    it('property set, access restore', async () => {
      await answer(200, SECRET);
      await run('property set plugin.restapi.enabled false --force');
      await answer(403, SECRET);
      await run('access restore');
      await answer(200, SECRET);
      await run('property set plugin.restapi.allowedIPs 192.0.2.1 --force');
      await answer(401, SECRET);
      await run('property delete plugin.restapi.allowedIPs --force');
      await answer(200, SECRET);
      expect(await audited()).toEqual([
        'property set plugin.restapi.enabled',
        'access restore',
        'property set plugin.restapi.allowedIPs',
        'property delete plugin.restapi.allowedIPs',
      ]);
    });

    it('secret rotate', async () => {
      const secret = await made('secret rotate');
      await answer(200, secret);
      await answer(401, SECRET);
      expect(await audited()).toEqual(['secret rotate plugin.restapi.secret']);
    });

    it('key create, key revoke', async () => {
      const token = `Bearer ${await made('key create portal --scope users:read')}`;
      await answer(200, token);
      await run('key revoke portal');
      await answer(401, token);
      expect(await audited()).toHaveLength(2);
    });

    it('admin create, grant and revoke, user lock, unlock and passwd, person erase', async () => {
      await run('property set plugin.restapi.httpAuth basic --force');
      const ola = basic('ola', await made('admin create ola --generate'));
      await answer(200, ola);
      const authorization = ola;
      const body = { username: 'kim', password: 'p1-secret' };
      const [one] = environment.cluster.urls;
      const posted = await call(one!, 'POST', '/users', { body, authorization });
      expect(posted.status).toBe(201);
      const kim = basic('kim', 'p1-secret');
      await answer(401, kim);
      await run('admin grant kim');
      await answer(200, kim);
      await run('user lock kim');
      await answer(401, kim);
      await run('user unlock kim');
      await answer(200, kim);
      await run('user passwd kim', 'p2-secret');
      await answer(401, kim);
      const changed = basic('kim', 'p2-secret');
      await answer(200, changed);
      await run('admin revoke kim');
      await answer(401, changed);
      await run('admin grant kim');
      await answer(200, changed);
      await run('person erase kim --confirm kim');
      await answer(401, changed);
      await run('property set plugin.restapi.httpAuth secret --force');
      await answer(200, await currentSecret());
      expect(await audited()).toEqual([
        'property set plugin.restapi.httpAuth',
        'admin create ola',
        'admin grant kim',
        'user lock kim',
        'user unlock kim',
        'user passwd kim',
        'admin revoke kim',
        'admin grant kim',
        'person erase kim --messages anonymise',
        'property set plugin.restapi.httpAuth',
      ]);
    });
  });

  describe('works with every instance stopped', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'chat-admin-commands-'));
      await Promise.all([0, 1].map((instance) => environment.cluster.stop(instance)));
      await audited();
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('and leaves its audit entry, if it changes or hands out anything', async () => {
      const changing = [
        [
          'property set plugin.restapi.enabled false --force',
          'property set plugin.restapi.enabled',
        ],
        ['access restore'],
        ['property set site.banner hello', 'property set site.banner'],
        ['property delete site.banner'],
        ['secret rotate --overlap 1h', 'secret rotate plugin.restapi.secret'],
        ['secret rotate --legacy', 'secret rotate plugin.userservice.secret'],
        ['key create later --scope users:read', 'key create later'],
        ['key revoke later'],
        ['admin create kim --generate', 'admin create kim'],
        ['admin revoke kim'],
        ['admin grant kim'],
        ['user lock kim'],
        ['user unlock kim'],
        ['user passwd kim --generate', 'user passwd kim'],
        [`person export kim --out ${join(folder, 'kim.zip')}`, 'person export kim'],
        ['person erase kim --confirm kim', 'person erase kim --messages anonymise'],
      ] as const;
      for (const [words] of changing) await run(words);
      expect(await audited()).toEqual(changing.map(([words, summary = words]) => summary));
    });

    it.each([
      'migrate --check',
      'migrate',
      'access check',
      'secret show',
      'key list',
      'property list',
      'property get plugin.restapi.enabled',
      'admin list',
      'user show ola',
      'accounts sha1-only',
      'audit export',
      'backup',
    ])('and none if it only reads: %s', async (words) => {
      await run(words);
      expect(await audited()).toEqual([]);
    });

    it('and the instances start with what it has changed', async () => {
      const secret = await made('secret rotate');
      await Promise.all([0, 1].map((instance) => environment.cluster.start(instance)));
      await answer(200, secret);
    });
  });
});
