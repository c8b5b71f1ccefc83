import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import pg from 'pg';
import { perSuite } from '../../test/open-database.js';
import { createDataSource } from '../schema/data-source.js';
import { isDatabaseAway } from './database-away.js';
import { DatabaseServers, NotPrimary } from './database-servers.js';
import { poolOf } from './pool.js';
import { ServerClient } from './server-client.js';

const open = perSuite();
const CLOSED = '127.0.0.1:1';
const READ_ONLY = 'options=-c%20default_transaction_read_only%3Don';

const hostOf = (url: string) => new URL(url).host;
const among = (...hosts: readonly string[]) => open().url.replace(hostOf(open().url), hosts.join());

async function connected(servers: DatabaseServers): Promise<pg.Client> {
  const client = new ServerClient({ servers });
  await client.connect();
  return client;
}

describe('of several hosts', () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
  });
  afterAll(() => silent.close());

  it('the one that takes writes is found, behind others that are away or silent', async () => {
    const { port } = silent.address() as AddressInfo;
    const url = among(CLOSED, `127.0.0.1:${port}`, hostOf(open().url));
    const client = await connected(new DatabaseServers(url));
    expect(`${client.host}:${client.port}`).toBe(hostOf(open().url));
    await client.end();
  });

  it('the pool uses the one that takes writes', async () => {
    const url = among(CLOSED, hostOf(open().url));
    const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
    expect((await poolOf(dataSource).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await dataSource.destroy();
  });

  it('none that is there is an outage', async () => {
    const error = await connected(new DatabaseServers(among(CLOSED, CLOSED))).catch(
      (reason: unknown) => reason,
    );
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('what somebody has to mend is told before an outage', async () => {
    const url = among(CLOSED, hostOf(open().url)).replace(/:[^:@/]*@/, ':wrong@');
    await expect(connected(new DatabaseServers(url))).rejects.toMatchObject({ code: '28P01' });
  });
});

it('a server that takes no writes is refused where the address asks for one that does', async () => {
  const url = `${open().url}?target_session_attrs=read-write&${READ_ONLY}`;
  await expect(connected(new DatabaseServers(url))).rejects.toThrow(NotPrimary);
});

it('a primary that was replaced is refused from then on', async () => {
  const servers = new DatabaseServers(`${open().url}?target_session_attrs=primary`);
  await (await connected(servers)).end();
  servers.require(1_000);
  await expect(connected(servers)).rejects.toThrow(NotPrimary);
  await expect(connected(servers)).rejects.toMatchObject({ code: '25006' });
});

it('a connection that has refused a write does not go back to the pool', async () => {
  const codes: (string | undefined)[] = [];
  const servers = new DatabaseServers(`${open().url}?${READ_ONLY}`, (code) => codes.push(code));
  const dataSource = await createDataSource({ url: open().url, servers, poolSize: 1 }).initialize();
  const pool = poolOf(dataSource);
  const first = await pool.connect();
  await expect(first.query('create table nothing ()')).rejects.toMatchObject({ code: '25006' });
  expect(codes).toEqual(['25006']);
  first.release();
  const second = await pool.connect();
  expect(second).not.toBe(first);
  second.release();
  await dataSource.destroy();
});
