import { lockoutRepositorySuite } from '@chat-admin/port-suites/lockout-repository-suite';
import { anAccount, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
lockoutRepositorySuite(open);

describe('the start of a lockout', () => {
  const ola = name('ola');
  beforeEach(async () => {
    await open().startOver();
    await open().users.add([anAccount('ola')]);
    await open().query(`
      insert into console_session
        (digest, principal_id, principal_name, kind, subject, proof, created_at, last_used)
      values ('ola'::bytea, 'basic:ola', 'ola', 'login', 'ola', ''::bytea, now(), now())`);
  });

  const sessions = async () => (await open().query(`select from console_session`)).length;

  const put = (from: string) =>
    open().query(
      `insert into lockout (username, starts_at, began) values ('ola', now() + $1::interval, false)`,
      [from],
    );

  it('is carried out by one of many, and ends the sessions of browsers', async () => {
    await put('1 hour');
    expect(await open().lockouts.begin(10)).toEqual([]);
    expect(await sessions()).toBe(1);
    await open().query(`update lockout set starts_at = now()`);
    const passes = await Promise.all([1, 2, 3].map(() => open().lockouts.begin(10)));
    expect(passes.flat()).toEqual([ola]);
    expect(await sessions()).toBe(0);
  });

  it('is carried out at once by who locks a user that was to be locked later', async () => {
    await put('1 hour');
    await open().lockouts.lock(ola, 'secret');
    expect(await sessions()).toBe(0);
    expect(await open().lockouts.begin(10)).toEqual([]);
  });
});

it('of two that end lockouts, one writes the audit entry', async () => {
  await open().startOver();
  await open().users.add([anAccount('ola')]);
  await open().query(
    `insert into lockout (username, starts_at, ends_at) values ('ola', now() - interval '2 s', now() - interval '1 s')`,
  );
  const passes = await Promise.all([1, 2, 3].map(() => open().lockouts.end(10)));
  expect(passes.flat()).toEqual(['ola']);
  const entries = await open().query(`select username, summary, details from audit_entry`);
  expect(entries).toEqual([
    {
      username: 'service',
      summary: 'END lockout ola',
      details: 'object=/lockouts/ola; outcome=200',
    },
  ]);
});
