import { NO_COUNTS } from '@chat-admin/domain/directories/directory-run';
import type { DirectoryRun, RunOutcome } from '@chat-admin/domain/directories/directory-run';
import { failRun } from '@chat-admin/domain/directories/fail-run';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { LockoutRepository } from '@chat-admin/domain/users/lockout';
import { otherThanDefaults } from '@chat-admin/domain/testing/field-values';
import {
  aGroup,
  anAccount,
  anEntry,
  anItem,
  jid,
  keys,
  name,
} from '@chat-admin/port-suites/samples';
import { begunRun, RUN_INSTANCE } from '../../test/begun-run.js';
import { perEngineSuite } from '../../test/engine.js';
import { columnName, fieldColumns } from '../database/field-columns.js';

const suite = perEngineSuite();
const call = (fn: string, ...values: unknown[]) => suite().engine.call(fn, ...values);
const query = (sql: string, values?: unknown[]) => suite().open.query<Told>(sql, values);

interface Told {
  readonly id: number;
  readonly type: string;
  readonly object: string;
  readonly actor: string;
  readonly source: string;
  readonly [column: string]: unknown;
}

/** Publishes what is committed. @returns the events since the last call */
async function told(): Promise<readonly Told[]> {
  const [state] = await query('select last_id as id from event_state');
  await query('select publish_events(10000)');
  return query('select * from event where id > $1 order by id', [state!.id]);
}

const shown = async () => (await told()).map(({ type, object }) => `${type} ${object}`).sort();

beforeEach(async () => {
  const { open } = suite();
  for (const table of ['room', 'user_group', 'account', 'system_property']) {
    await open.query(`delete from ${table} where ${table}::text not like '%xmpp.domain%'`);
  }
  const { users, groups } = open;
  for (const one of ['ola', 'ann', 'bob']) await users.add([anAccount(one)]);
  await groups.add(aGroup('crew', { members: ['ola'] }));
  await open.query(`insert into room (service, name) values ('conference', 'tearoom')`);
  await told();
});

describe('accounts', () => {
  it('of one turn have the events of their own requests', async () => {
    const { users, audit } = suite().open;
    await Promise.all(
      ['eve', 'kim'].map((one) =>
        audit.request({ ...anEntry(`POST ${one}`), username: `by ${one}` }, () =>
          users.add([anAccount(one)]),
        ),
      ),
    );
    expect(await told()).toMatchObject([
      { type: 'user.created', object: '/users/eve', actor: 'by eve', source: 'api' },
      { type: 'user.created', object: '/users/kim', actor: 'by kim', source: 'api' },
    ]);
  });

  it('that change tell what, and the password by itself', async () => {
    const { userChanges, audit } = suite().open;
    const given = { scramSha1: keys(3), scramSha256: keys(4) };
    await audit.request(anEntry('PUT'), () =>
      userChanges.update(name('ola'), { name: 'Ola', email: 'o@example.org' }, given),
    );
    const events = await told();
    expect(events.map(({ type, columns }) => [type, columns]).sort()).toEqual([
      ['user.password_changed', []],
      ['user.updated', ['email', 'name']],
    ]);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([anEntry('').username]));
  });

  it('that stay the same, or were only used, give none', async () => {
    const { userChanges } = suite().open;
    await userChanges.update(name('ola'), { name: null }, null);
    await call('logged_out', 'ola');
    expect(await shown()).toEqual([]);
  });

  it('that go take their own along without events, but not the lists of others', async () => {
    const { userChanges, rosters, vcards, lockouts } = suite().open;
    await rosters.add(name('ola'), anItem('ann'));
    await rosters.add(name('ann'), anItem('ola'));
    await vcards.put(name('ola'), '<vCard/>');
    await lockouts.lock(name('ola'), 'admin');
    await told();
    await userChanges.remove(name('ola'), jid('ann'));
    expect(await shown()).toEqual([
      'group.updated /groups/crew',
      'roster.updated /users/ann/roster',
      'user.deleted /users/ola',
    ]);
  });

  it('that are renamed tell the former name', async () => {
    const { userChanges, rosters } = suite().open;
    await rosters.add(name('ola'), anItem('ann'));
    await told();
    await userChanges.rename(name('ola'), name('bo'), {}, null);
    expect(await told()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'user.renamed',
          object: '/users/bo',
          previous: '/users/ola',
          columns: ['username'],
        }),
        expect.objectContaining({
          type: 'group.updated',
          added: [`member:${jid('bo')}`],
          removed: [`member:${jid('ola')}`],
        }),
      ]),
    );
  });
});

it('a renamed group tells its former name, and nothing of its people', async () => {
  const { groups, transactions } = suite().open;
  await transactions.run(() => groups.rename('crew', 'night crew'));
  expect(await told()).toMatchObject([
    {
      ...{ type: 'group.renamed', object: '/groups/night%20crew', previous: '/groups/crew' },
      ...{ columns: ['name'], added: [], removed: [] },
    },
  ]);
});

describe('directories', () => {
  const begun = (dryRun = false) => begunRun(suite().open, dryRun);
  const counted = (outcome: RunOutcome) => ({ counts: { ...NO_COUNTS, [outcome]: 1 } });

  it.each<[told: number, dryRun: boolean, end: Partial<DirectoryRun>]>([
    [1, false, { status: 'done', ...counted('locked') }],
    [1, false, { status: 'failed', ...counted('created') }],
    [0, false, { status: 'done', ...counted('failed') }],
    [0, false, { status: 'failed' }],
    [0, false, { status: 'cancelled' }],
    [0, true, { status: 'done', ...counted('created') }],
  ])('give %i events for a run, dry: %s, that ends with %j', async (events, dryRun, end) => {
    const { save } = await begun(dryRun);
    await save({ ...end, status: 'writing' });
    await save(end);
    expect(await told()).toMatchObject(
      Array(events).fill({
        ...{ type: 'directory.run_finished', object: '/directories/main', columns: [] },
        ...{ actor: 'directory:main', source: 'directory' },
      }),
    );
  });

  it('tell that a run waits, and by whom it has ended', async () => {
    const { audit, transactions } = suite().open;
    const { runs, run, save } = await begun();
    await save({ status: 'reading' });
    await save({ status: 'waiting' });
    expect(await shown()).toEqual(['directory.run_waiting /directories/main']);
    await runs.confirm(run.id);
    await runs.claim(run.id, RUN_INSTANCE);
    await save({ status: 'writing' });
    expect(await shown()).toEqual([]);
    await save({ status: 'waiting' });
    const author = { ...anEntry('POST cancel'), username: 'root' };
    await audit.request(author, () => transactions.run(() => runs.cancel(run.id, 'By root')));
    expect(await told()).toMatchObject([
      { type: 'directory.run_waiting', actor: 'directory:main' },
      { type: 'directory.run_finished', actor: 'root', source: 'api' },
    ]);
  });

  it('tell of the first failure in a row, and of the success after it', async () => {
    const fail = async (dryRun = false) => {
      const { runs, run } = await begun(dryRun);
      await failRun(runs, run, RUN_INSTANCE, 'Reading ended early: nothing listens there');
      return runs;
    };
    await fail(true);
    expect(await shown()).toEqual([]);
    await fail();
    await fail();
    expect(await shown()).toEqual(['directory.failing /directories/main']);
    const runs = await fail();
    const well = { failingSince: null, failures: 0, message: null, lastSuccess: new Date() };
    await runs.putState('main', { ...well, lastSuccess: null });
    // nobody has had a success, such as when the directory is released
    expect(await shown()).toEqual([]);
    await fail();
    await shown();
    await runs.putState('main', well);
    await runs.putState('main', well);
    expect(await shown()).toEqual(['directory.recovered /directories/main']);
    await fail();
    expect(await shown()).toEqual(['directory.failing /directories/main']);
    await runs.putState('main', well);
  });
});

describe('chat users', () => {
  it.each<[type: string, object: string, call: () => Promise<unknown>]>([
    [
      'roster.updated',
      '/users/ola/roster',
      () => call('put_roster_item', 'ola', jid('bob'), { subscription: 'both' }),
    ],
    ['vcard.updated', '/users/ola/vcard', () => call('put_vcard', 'ola', '<vCard/>', {})],
    [
      'room.updated',
      '/chatrooms/tearoom?servicename=conference',
      async () => {
        const [room] = await query('select id, version from room');
        await call('put_room', 'conference', 'tearoom', {
          ...room,
          actor: jid('ola'),
          subject: 'Tea',
        });
      },
    ],
    [
      'room.created',
      '/chatrooms/t%C3%A9%24?servicename=conference',
      () =>
        call('put_room', 'conference', 'té$', {
          actor: jid('ola'),
          affiliations: { [jid('ola')]: { affiliation: 'owner' } },
        }),
    ],
    [
      'room.deleted',
      '/chatrooms/tearoom?servicename=conference',
      () => call('remove_room', 'conference', 'tearoom', false, jid('ola')),
    ],
  ])('give %s', async (type, object, change) => {
    await change();
    expect(await told()).toMatchObject([
      { type, object, actor: jid('ola'), source: 'chat', request: null },
    ]);
  });

  it('are named when they change their password and when they leave', async () => {
    const scram = { salt: 'AAAA', iterations: 4096, stored_key: 'AAAA', server_key: 'AAAA' };
    await call('put_credentials', 'ola', { sha1: scram, sha256: scram });
    expect(await told()).toMatchObject([{ type: 'user.password_changed', source: 'chat' }]);
    await call('delete_account', 'ola');
    expect((await told()).map(({ actor }) => actor)).toEqual([jid('ola'), jid('ola')]);
  });
});

describe('a lockout', () => {
  const until = '2026-01-01T00:00:00.000Z';
  const by = (caller: string, work: (lockouts: LockoutRepository) => Promise<unknown>) => {
    const { audit, lockouts } = suite().open;
    return audit.request({ ...anEntry('PUT'), username: caller }, () => work(lockouts));
  };
  const timeOut = () =>
    query(
      `insert into lockout (username, starts_at, ends_at) values ('ola', '2025-01-01', '${until}')`,
    );
  const itsEnd = {
    ...{ type: 'lockout.ended', object: '/lockouts/ola', actor: 'service', source: 'service' },
    ...{ request: null, occurred_at: new Date(until) },
  };

  it('that somebody ends is ended by them', async () => {
    await by('alice', (lockouts) => lockouts.lock(name('ola'), 'alice'));
    await by('bob', (lockouts) => lockouts.unlock(name('ola')));
    expect(await told()).toMatchObject([
      { type: 'lockout.created', object: '/lockouts/ola', actor: 'alice', source: 'api' },
      { type: 'lockout.ended', object: '/lockouts/ola', actor: 'bob', source: 'api' },
    ]);
  });

  it.each<[who: string, work: (lockouts: LockoutRepository) => Promise<unknown>]>([
    ['nobody', (lockouts) => lockouts.end(10)],
    ['somebody who unlocks', (lockouts) => lockouts.unlock(name('ola'))],
  ])('that is over has ended by itself, at its time, when %s notes it', async (_who, work) => {
    await timeOut();
    await told();
    await by('alice', work);
    expect(await told()).toMatchObject([itsEnd]);
  });

  it('that is over has ended before the next one', async () => {
    await timeOut();
    await told();
    await by('alice', (lockouts) => lockouts.lock(name('ola'), 'alice'));
    expect(await told()).toMatchObject([itsEnd, { type: 'lockout.created', actor: 'alice' }]);
  });

  it('that is made and ended in one change is told as both', async () => {
    await query(`do $$ begin
      insert into lockout (username, starts_at) values ('ola', now());
      delete from lockout;
    end $$`);
    expect(await shown()).toEqual(['lockout.created /lockouts/ola', 'lockout.ended /lockouts/ola']);
  });
});

describe('a change', () => {
  it('that is rolled back gives none', async () => {
    const { transactions, groups } = suite().open;
    await transactions.rehearse(() => groups.add(aGroup('new')));
    expect(await shown()).toEqual([]);
  });

  it('is one event for each object and type, of what is different afterwards', async () => {
    await query(`do $$ begin
      insert into group_member values ('crew', 'x@example.org', false), ('crew', 'y@example.org', true);
      delete from group_member where jid in ('x@example.org', 'ola@example.org');
      update user_group set description = 'All' where name = 'crew';
    end $$`);
    expect(await told()).toMatchObject([
      {
        type: 'group.updated',
        columns: ['description'],
        added: ['admin:y@example.org'],
        removed: ['member:ola@example.org'],
        more: 0,
      },
    ]);
  });

  it('that undoes itself gives none', async () => {
    await query(`do $$ begin
      insert into group_member values ('crew', 'x@example.org', false);
      delete from group_member where jid = 'x@example.org';
    end $$`);
    expect(await shown()).toEqual([]);
  });

  it('names at most 100 people', async () => {
    await query(`do $$ begin
      delete from group_member;
      insert into group_member select 'crew', 'u' || n || '@example.org', false from generate_series(1, 250) n;
    end $$`);
    const [event] = await told();
    const { added, removed, more } = event as unknown as Record<string, string[]> & {
      more: number;
    };
    expect([added!.length + removed!.length, more]).toEqual([100, 151]);
  });

  it('of the product itself is of the source service', async () => {
    await query(`insert into system_property values ('site.banner', 'Hello')`);
    expect(await told()).toMatchObject([
      {
        type: 'property.updated',
        object: '/system/properties/site.banner',
        actor: 'service',
        source: 'service',
      },
    ]);
  });

  it.each(fieldColumns(ROOM_FIELDS).map(({ property }) => property))(
    'of the field %s of a room is an event',
    async (property) => {
      const { parameter, stored, column } = fieldColumns(ROOM_FIELDS).find(
        (field) => field.property === property,
      )!;
      const other = otherThanDefaults(ROOM_FIELDS)[property as 'subject'];
      await query(`update room set ${column} = ${stored('$1')}`, [parameter(other)]);
      expect(await told()).toMatchObject([
        { type: 'room.updated', columns: [columnName(property)] },
      ]);
    },
  );

  it('of the modification date alone, or of nothing, gives none', async () => {
    await query(`update room set modification_date = now()`);
    await query(`update room set subject = subject`);
    expect(await shown()).toEqual([]);
  });

  it('of affiliations names them, of groups, too', async () => {
    const [room] = await query('select id from room');
    await query(`do $$ begin
      insert into room_affiliation values (${room!.id}, 'ola@example.org', 'owner'), (${room!.id}, 'ann@example.org', 'member');
      insert into room_group_affiliation values (${room!.id}, 'crew', 'member');
    end $$`);
    expect(await told()).toMatchObject([
      { added: ['member:\tcrew', 'member:ann@example.org', 'owner:ola@example.org'], removed: [] },
    ]);
    await query(`update room_affiliation set affiliation = 'outcast' where affiliation = 'member'`);
    expect(await told()).toMatchObject([
      { added: ['outcast:ann@example.org'], removed: ['member:ann@example.org'] },
    ]);
    await query('delete from user_group');
    expect(await shown()).toEqual([
      'group.deleted /groups/crew',
      'room.updated /chatrooms/tearoom?servicename=conference',
    ]);
    await query('delete from room');
    expect(await shown()).toEqual(['room.deleted /chatrooms/tearoom?servicename=conference']);
  });
});

describe('publishing', () => {
  it('gives ids without gaps, of changes that others have committed meanwhile, too', async () => {
    const { groups, transactions } = suite().open;
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    let begun: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (begun = resolve));
    const late = transactions.run(async () => {
      await groups.add(aGroup('late'));
      begun();
      await held;
    });
    await first;
    await groups.add(aGroup('soon'));
    const [soon] = await told();
    open();
    await late;
    const [after] = await told();
    expect([soon!.object, after!.object]).toEqual(['/groups/soon', '/groups/late']);
    expect(after!.id).toBe(soon!.id + 1);
  });

  it('is done by one at a time', async () => {
    await query(`insert into system_property values ('a', '1')`);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => query('select published from publish_events(100)')),
    );
    const sum = answers.flat().filter(({ published }) => Number(published) > 0);
    expect(sum).toHaveLength(1);
  });

  it('keeps the events of one change together, however few at once', async () => {
    await query(`do $$ begin
      insert into group_member values ('crew', 'x@example.org', false);
      insert into system_property values ('b', '1'), ('c', '1');
      insert into group_member values ('crew', 'y@example.org', false);
    end $$`);
    await query('select publish_events(1)');
    const [{ added }] = (await query('select * from event order by id desc limit 1')) as [Told];
    expect(added).toEqual(['member:x@example.org', 'member:y@example.org']);
    expect(await shown()).toHaveLength(2);
  });
});

it('of what no trigger sees, events have the maker of the request', async () => {
  const { PostgresEventOutbox } = await import('./postgres-event-outbox.js');
  const { db, audit } = suite().open;
  const outbox = new PostgresEventOutbox(db, audit);
  const object = '/chatrooms/tea/occupants/O?servicename=conference';
  const removed = ['occupant:ola@example.org'];
  await audit.request(anEntry('DELETE'), async () => {
    await outbox.add({ type: 'session.closed', object: '/sessions/ola' });
    await outbox.add({ type: 'occupant.removed', object, removed });
  });
  const actor = anEntry('').username;
  expect(await told()).toMatchObject([
    { type: 'session.closed', object: '/sessions/ola', actor, source: 'api', removed: [] },
    { type: 'occupant.removed', object, actor, source: 'api', removed },
  ]);
});
