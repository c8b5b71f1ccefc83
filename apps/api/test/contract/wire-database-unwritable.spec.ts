import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { API_ROOT } from '../../src/http/api-root.js';
import { SmallDisk } from '../support/small-disk.js';
import { createTestDatabase } from '../support/test-database.js';
import { errorText, forms, TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

let api: TestApi;
let number = 0;

const readiness = async () => (await fetch(new URL('/readyz', api.managementUrl))).text();
const addUser = () => {
  number += 1;
  return api.call('POST', '/users', 'json', { username: `user${number}`, password: 'p1-secret' });
};
const users = async () =>
  (await api.database.sql('select username from account')).map(({ username }) => username);

/** Turns until the replies are as expected; the runner limits the time. */
async function until(status: number, send: () => Promise<Reply>): Promise<readonly Reply[]> {
  const replies = [await send()];
  while (replies.at(-1)!.status !== status) replies.push(await send());
  expect(replies.filter((reply) => ![201, 503].includes(reply.status))).toEqual([]);
  return replies;
}

async function untilReady(): Promise<void> {
  while ((await readiness()) !== 'ok\n');
}

function itRefusesChanges(fault: string): void {
  it.each(forms)('a change is 503 in %s, and says when to come back', async (form) => {
    const { status, headers, text } = await api.call('DELETE', '/users/ola', form);
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(text).toEqual(
      errorText(
        form,
        'ServiceUnavailableException',
        'The database cannot be reached',
        `${API_ROOT}/users/ola`,
      ),
    );
  });

  it('what is stored can be read', async () => {
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(200);
    expect((await api.call('GET', '/users', 'json')).status).toBe(200);
  });

  it('the instance is not ready, and tells operators alone why', async () => {
    expect(await readiness()).toBe(`readiness/server (${fault})\n`);
    const shown = await api.call('GET', '/system/readiness', 'json');
    expect(shown.status).toBe(503);
    expect(shown.text).toContain('"Check failed: readiness/server"');
    expect((await fetch(new URL('/livez', api.managementUrl))).status).toBe(200);
  });
}

describe('a database that is read-only', () => {
  const setting = 'default_transaction_read_only';
  const alter = async (change: string) => {
    const name = new URL(api.database.url).pathname.slice(1);
    await api.database.sql(`begin read write; alter database ${name} ${change}; commit`);
  };
  beforeAll(async () => {
    api = await TestApi.start();
    await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
    await alter(`set ${setting} = on`);
    await api.database.sql(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'chat-admin api'`);
    await until(503, addUser);
    while ((await readiness()) !== 'readiness/server (read-only)\n') await addUser();
  });
  afterAll(() => api.stop());

  itRefusesChanges('read-only');

  it('does not count for those who only read', async () => {
    const reply = await fetch(new URL('/readyz?for=reads', api.managementUrl));
    expect(await reply.text()).toBe('ok\n');
  });

  it('is written again once it takes writes', async () => {
    await alter(`reset ${setting}`);
    await untilReady();
    await until(201, addUser);
    expect(await users()).toContain(`user${number}`);
  });
});

const [aFullDisk, disk] = await suiteWith(describe, 'a database whose disk is full', () =>
  SmallDisk.mount(),
);

aFullDisk('a database whose disk is full', () => {
  let acknowledged: number;
  beforeAll(async () => {
    const database = await createTestDatabase('prepared');
    await disk!.take(database);
    api = await TestApi.start({}, database);
    await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
    acknowledged = (await users()).length;
    await disk!.fill();
    await untilFull();
  });
  afterAll(async () => {
    await api.stop();
    await disk!.unmount();
  });

  /** Pages that exist have room for some, and a change that failed in one table for others of its rows. */
  async function untilFull(): Promise<void> {
    for (let refused = 0; refused < 10;) {
      const { status } = await addUser();
      expect([201, 503]).toContain(status);
      acknowledged += status === 201 ? 1 : 0;
      refused = status === 201 ? 0 : refused + 1;
    }
  }

  it('is not ready, since it has no space', async () => {
    expect(await readiness()).toBe('readiness/server (no space)\n');
  });

  it('refuses what needs space with 503, and keeps all that it has acknowledged', async () => {
    expect((await addUser()).headers['retry-after']).toBe('5');
    expect(await users()).toHaveLength(acknowledged);
    expect((await api.call('GET', '/users/ola', 'json')).status).toBe(200);
  });

  it('is written again once there is space', async () => {
    await disk!.free();
    await untilReady();
    expect((await addUser()).status).toBe(201);
    expect(await users()).toHaveLength(acknowledged + 1);
  });
});
