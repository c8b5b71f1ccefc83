import pg from 'pg';
import { expectReply, TestUserService } from '../support/user-service.js';
import type { Reply } from '../support/user-service.js';

let service: TestUserService;
let server: pg.Client;
let name: string;
beforeAll(async () => {
  service = await TestUserService.start();
  await service.seed();
  const url = new URL(service.database.url);
  name = url.pathname.slice(1);
  url.pathname = '/postgres';
  server = new pg.Client({ connectionString: url.href });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await service.stop();
});

const list = (): Promise<Reply> => service.call({ type: 'usergrouplist', username: 'ann' });

/** The pool only notices on its next use that its connections are gone. */
async function becomes(status: number): Promise<void> {
  let last = 0;
  for (let tries = 0; tries < 200 && last !== status; tries += 1) {
    last = (await list()).status;
    expect([200, 503]).toContain(last);
  }
  expect(last).toBe(status);
}

it('without a database, operations are 503, and everything before them is answered as usual', async () => {
  await server.query(`alter database ${name} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await becomes(503);
  const reply = await service.call({ type: 'disable', username: 'ann' });
  expect(reply).toMatchObject({ status: 503, text: '<error>IllegalArgumentException</error>' });
  expect(reply.headers['content-type']).toBe('text/xml; charset=UTF-8');
  expectReply(
    await service.call({ type: 'x', secret: 'wrong' }),
    '<error>RequestNotAuthorised</error>',
  );
  expectReply(await service.call({ type: 'x' }), '<error>IllegalArgumentException</error>');
  expect((await fetch(`${service.managementUrl}/readyz`)).status).toBe(503);
  await server.query(`alter database ${name} allow_connections true`);
  await becomes(200);
  expect(await service.sql('select from lockout')).toEqual([]);
});

it('a fault of the service is 500 with the text of the contract', async () => {
  await service.sql('alter table lockout rename to elsewhere');
  const reply = await service.call({ type: 'disable', username: 'ann' });
  expect(reply).toMatchObject({ status: 500, text: '<error>IllegalArgumentException</error>' });
  expect((await service.audited()).map(({ details }) => details)).toContainEqual(
    expect.stringContaining('outcome=500; exception=IllegalArgumentException; '),
  );
  await service.sql('alter table elsewhere rename to lockout');
});
