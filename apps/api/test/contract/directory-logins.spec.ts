import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import { sendJson } from '../support/keys.js';
import { StreamClient } from '../support/event-stream.js';
import { createUsers, PASSWORD } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const DIRECTORY_PASSWORD = 'Grüße: aus dem Haus';
const PEOPLE = ['ola', 'zoe', 'kim', 'eva', 'per', 'una'];
const dnOf = (uid: string) => `uid=${uid},ou=people,${SUFFIX}`;
const LDIF = PEOPLE.map((uid) => {
  const password = Buffer.from(DIRECTORY_PASSWORD).toString('base64');
  const names = `uid: ${uid}\ncn: ${uid}\nsn: N`;
  return `dn: ${dnOf(uid)}\nobjectClass: inetOrgPerson\n${names}\nuserPassword:: ${password}\n`;
}).join('\n');
const AWAY = 'The directory cannot be reached';

const suite = await suiteNeeds(describe, 'logins at a directory', ['slapd']);

suite('logins at a directory', () => {
  let slapd: TemporarySlapd;
  let folder: string;
  let api: TestApi;
  let strict: TestApi;

  beforeAll(async () => {
    slapd = await startTemporarySlapd(LDIF);
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-logins-'));
    const entry = {
      ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], caFile: slapd.caFile },
      ...{ bind: READER, passwordFile: slapd.passwordFile, logins: 'bind' },
      administrators: true,
      people: { base: `ou=people,${SUFFIX}`, filter: '(&(objectClass=inetOrgPerson)(!(uid=una)))' },
    };
    const school = {
      ...{ ...entry, name: 'school', administrators: false },
      people: { ...entry.people, filter: '(uid=una)' },
    };
    const directoriesFile = join(folder, 'directories.yaml');
    await writeFile(directoriesFile, JSON.stringify({ directories: [entry, school] }));
    api = await TestApi.start({ directoriesFile, failedLoginLimit: 0 }, undefined, {
      streams: { commentMs: 200 },
    });
    strict = await TestApi.start({ directoriesFile, failedLoginLimit: 1 }, api.database);
    await createUsers(api, 'boss');
    await until('the people of the directory are here', async () => {
      const [row] = await api.database.sql(
        'select count(*)::integer as people from managed_account',
      );
      return row!['people'] === PEOPLE.length;
    });
    await api.setProperty(
      'admin.authorizedJIDs',
      'boss@example.org, ola@example.org, eva@example.org, una@example.org',
    );
    await api.setProperty('plugin.restapi.httpAuth', 'both');
    expect((await sendJson(api, 'PUT', '/users/zoe/role', { role: 'help-desk' })).status).toBe(200);
  });
  beforeEach(() => slapd.forget());
  afterAll(async () => {
    await strict?.close();
    await api?.stop();
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const basic = (name: string, password = DIRECTORY_PASSWORD, at = api) => {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    const headers = { Accept: 'application/json' };
    return at.send('GET', '/groups', { authorization, headers });
  };
  const signIn = (username: string, password = DIRECTORY_PASSWORD, at = api) =>
    at.send('POST', '/session', {
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      authorization: null,
      body: JSON.stringify({ username, password }),
    });
  const binds = (uid: string) =>
    slapd.log().match(new RegExp(` BIND dn="${dnOf(uid)}" method`, 'g'))?.length ?? 0;
  it('lets an administrator in by Basic, and asks once', async () => {
    expect((await basic('ola')).status).toBe(200);
    expect((await basic('ola')).status).toBe(200);
    expect(binds('ola')).toBe(1);
  });

  it('signs in administrators, and people with a role', async () => {
    expect((await signIn('ola')).status).toBe(201);
    const reply = await signIn('zoe');
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([201, { role: 'help-desk' }]);
  });

  it('asks nothing for people who may not enter, or are locked out, or show no password', async () => {
    await sendJson(api, 'POST', '/lockouts/eva');
    for (const refused of [() => basic('kim'), () => basic('eva'), () => basic('ola', '')]) {
      expect((await refused()).status).toBe(401);
    }
    await api.call('DELETE', '/lockouts/eva', 'json');
    expect(slapd.log()).not.toMatch(/ BIND dn="uid=/);
  });

  it('asks nothing for somebody who became an administrator, where it admits none', async () => {
    for (const password of [DIRECTORY_PASSWORD, 'no']) {
      expect((await basic('una', password)).status).toBe(401);
      expect((await signIn('una', password)).status).toBe(401);
    }
    expect(binds('una')).toBe(0);
  });

  it('goes on with a stream of events without asking, until a lockout', async () => {
    const Authorization = `Basic ${Buffer.from(`ola:${DIRECTORY_PASSWORD}`).toString('base64')}`;
    const stream = await StreamClient.open(api.baseUrl, '', { Authorization });
    expect(stream.reply.statusCode).toBe(200);
    slapd.forget();
    const real = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => real() + 60_000);
    await slapd.halt();
    const comments = () => stream.text.split('\n:\n\n').length;
    const before = comments();
    await stream.until(({ ended }) => ended || comments() > before + 3);
    expect(stream.ended).toBe(false);
    await slapd.start();
    await stream.until(({ ended }) => ended || comments() > before + 6);
    expect([stream.ended, binds('ola')]).toEqual([false, 0]);
    await sendJson(api, 'POST', '/lockouts/ola');
    await stream.until(({ ended }) => ended);
    clock.mockRestore();
    await api.call('DELETE', '/lockouts/ola', 'json');
  });

  it('counts failed logins, and none while the directory is away; local passwords go on', async () => {
    await slapd.halt();
    for (let time = 0; time < 3; time++) {
      const ask = time === 1 ? signIn : basic;
      const reply = await ask('eva', DIRECTORY_PASSWORD, strict);
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([503, { message: AWAY }]);
      expect(reply.headers['retry-after']).toBe('5');
    }
    expect((await basic('boss', PASSWORD, strict)).status).toBe(200);
    await slapd.start();
    expect((await signIn('eva', DIRECTORY_PASSWORD, strict)).status).toBe(201);
    expect((await signIn('eva', 'no', strict)).status).toBe(401);
    expect((await signIn('una', DIRECTORY_PASSWORD, strict)).status).toBe(401);
    expect((await signIn('eva', DIRECTORY_PASSWORD, strict)).status).toBe(429);
  });

  it('hears of a lockout that was made while the directory was asked', async () => {
    const looked = jest.spyOn(api.app.persistence.managed, 'user');
    slapd.pause();
    const login = signIn('eva');
    await until('the account was looked up', () =>
      looked.mock.calls.some(([name]) => name === 'eva'),
    );
    await sendJson(api, 'POST', '/lockouts/eva');
    slapd.goOn();
    expect((await login).status).toBe(401);
    expect(binds('eva')).toBe(1);
    looked.mockRestore();
    await api.call('DELETE', '/lockouts/eva', 'json');
  });

  it('refuses wrong passwords', async () => {
    const reply = await basic('ola', PASSWORD);
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, expect.any(String)]);
    expect((await signIn('ola', 'no')).status).toBe(401);
    expect((await signIn('OLA')).status).toBe(201);
  });

  it('tells what the directory said in its metrics', async () => {
    const text = await (await fetch(new URL('/metrics', api.managementUrl))).text();
    for (const outcome of ['right', 'wrong']) {
      expect(text).toContain(
        `chat_admin_directory_binds_total{directory="main",class="${outcome}"} `,
      );
    }
    expect(text).toContain('chat_admin_directory_bind_duration_seconds_count{directory="main"}');
  });
});
