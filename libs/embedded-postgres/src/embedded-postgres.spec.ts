import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { removeTemporaryDirectories, temporaryDirectory } from '../test/temporary-directory.js';
import { pidFile, pidOf, rows, start, stopServers } from '../test/use-server.js';
import { giveTree } from './account.js';
import { lockIn } from './embedded-postgres.js';
import { sharedPlace } from './place.js';
import { startTemporaryPostgres } from './temporary-postgres.js';

const asRoot = needsRoot(it, 'the test of places and owners');

describe('startEmbeddedPostgres', () => {
  afterEach(async () => {
    await stopServers();
    removeTemporaryDirectories();
  });

  it('serves a UTF-8 database in UTC on the loopback address only', async () => {
    const server = await start(temporaryDirectory(), { database: 'some-name' });
    const settings = await rows(
      server,
      `SELECT current_database(), current_setting('server_encoding'), current_setting('TimeZone'),
        current_setting('listen_addresses'), current_setting('max_connections'), lower('Ä')`,
    );
    expect(settings).toEqual([['some-name', 'UTF8', 'UTC', '127.0.0.1', '100', 'ä']]);
  });

  it('keeps data and password, unreadable for others, for the next start', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory, { durable: true });
    await rows(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);

    const second = await start(directory);
    expect(await rows(second, 'SELECT answer FROM kept')).toEqual([[42]]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it('creates its directory, and leaves only data there after a stop', async () => {
    const directory = join(temporaryDirectory(), 'deep/down');
    await (await start(directory)).stop();
    expect((await readdir(directory)).sort()).toEqual(['cluster', 'password', 'postgres.log']);
  });

  it('listens on the requested port', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    await first.stop();
    const port = Number(new URL(first.url).port);
    expect(new URL((await start(directory, { port })).url).port).toBe(String(port));
  });

  it('reports a killed server, and starts again after it', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    process.kill(await pidOf(first), 'SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(existsSync(pidFile(first))).toBe(true);

    expect(await rows(await start(directory), 'SELECT 1')).toEqual([[1]]);
  });

  it('starts when the pid of a stale postmaster.pid belongs to another process', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    const text = await readFile(pidFile(first), 'utf8');
    await first.stop();
    await writeFile(pidFile(first), text.replace(/^\d+/, String(process.pid)));

    expect(await rows(await start(directory), 'SELECT 1')).toEqual([[1]]);
  });

  it('refuses a directory in use, and leaves its server alone', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    await expect(start(directory)).rejects.toThrow(/Another launcher .* already runs/);
    expect(await rows(first, 'SELECT 1')).toEqual([[1]]);
  });

  it('stops the server left behind by a killed launcher, then starts its own', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    await rows(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const { pid } = spawnSync('true');
    await writeFile(lockIn(first.directory), `${pid} 1 1\n`);

    const second = await start(directory);
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect(await rows(second, 'SELECT answer FROM kept')).toEqual([[42]]);
  });

  it('names both versions if the data is from another one, and can be started afterwards', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory);
    await first.stop();
    const file = join(first.directory, 'cluster/PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '12\n');
    await expect(start(directory)).rejects.toThrow(
      `written by PostgreSQL 12; the embedded server is ${version.trim()}`,
    );
    await writeFile(file, version);
    await start(directory);
  });

  it('cleans up after an interrupted initdb', async () => {
    const directory = temporaryDirectory();
    await mkdir(join(directory, 'initdb-abc/base'), { recursive: true });
    await start(directory);
    expect(await readdir(directory)).not.toContain('initdb-abc');
  });

  it('can be aborted, and then leaves the directory free', async () => {
    const directory = temporaryDirectory();
    const stop = new AbortController();
    const starting = start(directory, { signal: stop.signal });
    stop.abort();
    await expect(starting).rejects.toThrow('aborted');
    expect(await rows(await start(directory), 'SELECT 1')).toEqual([[1]]);
  });

  asRoot('moves to a place that the server can reach, and finds it again', async () => {
    const closed = join(temporaryDirectory(0o700), 'data');
    const first = await start(closed);
    try {
      expect(dirname(first.directory)).toBe(sharedPlace);
      await rows(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      expect(await rows(await start(closed), 'SELECT answer FROM kept')).toEqual([[42]]);
    } finally {
      await stopServers();
      await rm(first.directory, { recursive: true });
    }
  });
});

describe('startEmbeddedPostgres, with an owner of the database', () => {
  afterEach(async () => {
    await stopServers();
    removeTemporaryDirectories();
  });
  const owner = 'keeper';
  const role = `select current_user, rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user`;

  it('hands out the address of a role that owns the database and has no other rights', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory, { owner });
    expect(await rows(first, role)).toEqual([[owner, false]]);
    await rows(first, 'create schema engine create table made (id serial)');
    await rows(first, 'create extension pg_trgm');
    await expect(rows(first, 'create role other')).rejects.toThrow('permission denied');
    expect(new URL(first.superuserUrl).username).toBe('postgres');
    await first.stop();
    expect((await stat(join(directory, 'password-keeper'))).mode & 0o777).toBe(0o600);
    expect((await start(directory, { owner })).url.split('@')[0]).toBe(first.url.split('@')[0]);
  });

  it('gives it what a superuser has made before, whatever that is', async () => {
    const directory = temporaryDirectory();
    const before = await start(directory);
    await rows(
      before,
      `create extension pg_trgm;
       create schema engine;
       create table engine.item (id bigserial primary key, name text generated always as ('x') stored);
       create table public."Odd ""name" (id int generated always as identity);
       create sequence engine.own;
       create view engine.seen as select id from engine.item;
       create type engine.mood as enum ('good');
       create domain engine.short as text check (length(value) < 9);
       create function engine.one(a int, b text default 'x') returns int language sql security definer as 'select 1';
       create procedure engine.act() language sql as 'select 1';
       insert into engine.item default values;`,
    );
    await before.stop();
    const server = await start(directory, { owner });
    const others = await rows(
      server,
      `select relname from pg_class where relowner <> current_user::regrole and oid >= 16384
       union all select nspname from pg_namespace where nspowner <> current_user::regrole and oid >= 16384
       union all select typname from pg_type where typowner <> current_user::regrole and oid >= 16384
         and not exists (select from pg_depend where objid = pg_type.oid and deptype in ('e', 'i'))
       union all select proname from pg_proc where proowner <> current_user::regrole and oid >= 16384
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    );
    expect(others).toEqual([]);
    await rows(server, 'insert into engine.item default values');
    expect(await rows(server, 'select id from engine.seen')).toEqual(
      [[1], [2]].map(([id]) => [String(id)]),
    );
    await rows(server, 'drop function engine.one(int, text); drop table public."Odd ""name"');
  });
});

describe('giveTree', () => {
  afterEach(removeTemporaryDirectories);
  const [someone, other] = [54_321, 54_322].map((id) => ({
    name: `uid ${id}`,
    uid: id,
    gid: id,
    home: '/',
  }));

  asRoot("gives what is root's, and nothing else", async () => {
    const directory = temporaryDirectory();
    const elsewhere = join(temporaryDirectory(), 'shadow');
    await writeFile(elsewhere, '');
    for (const name of ['mine/deep', 'theirs/below'])
      await mkdir(join(directory, name), { recursive: true });
    await symlink(elsewhere, join(directory, 'mine/link'));
    await link(elsewhere, join(directory, 'mine/second-name'));
    await writeFile(join(directory, 'mine/deep/file'), '');
    await chown(join(directory, 'theirs'), other!.uid, other!.gid);

    await giveTree(directory, someone!);
    const owner = async (name: string) => (await lstat(join(directory, name))).uid;
    for (const name of ['.', 'mine', 'mine/deep', 'mine/deep/file', 'mine/link']) {
      expect([name, await owner(name)]).toEqual([name, someone!.uid]);
    }
    expect(await owner('theirs')).toBe(other!.uid);
    expect(await owner('theirs/below')).toBe(0);
    expect(await owner('mine/second-name')).toBe(0);
    expect((await stat(elsewhere)).uid).toBe(0);
  });
});

describe('startTemporaryPostgres', () => {
  it('leaves nothing behind', async () => {
    const server = await startTemporaryPostgres();
    expect(await rows(server, "SELECT current_setting('fsync')")).toEqual([['off']]);
    await server.stop();
    expect(existsSync(dirname(server.directory))).toBe(false);
  });

  it('cleans up after a killed test run', async () => {
    const abandoned = await startTemporaryPostgres();
    const { pid } = spawnSync('true');
    await writeFile(lockIn(abandoned.directory), `${pid} 1 1\n`);
    const server = await startTemporaryPostgres();
    expect(await abandoned.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(abandoned.directory)).toBe(false);
    await server.stop();
  });
});
