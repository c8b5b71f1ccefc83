import { anAccount, name } from '@chat-admin/port-suites/samples';
import { perEngineSuite } from '../../test/engine.js';

interface Page {
  readonly total?: number;
  readonly items: readonly {
    readonly id: string;
    readonly sent_at: number;
    readonly contact: string;
    readonly stanza: string;
  }[];
}

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const store = (username: string, message: object) =>
  call<{ id: string; sent_at: number } | null>('archive_message', username, message);
const read = (query: object = {}, username = 'ann') =>
  call<Page | null>('archived_messages', username, query);
const stanzas = async (query: object) =>
  (await read(query))!.items.map(({ stanza }) => stanza).join('');

const fromTo = (contact: string, stanza: string, received = true) => ({
  contact: `${contact}@example.org`,
  received,
  stanza,
});

/** Five messages a second apart, the last two of the same moment. */
const ids: string[] = [];
const START = 1_763_700_000.125;

beforeAll(async () => {
  const { open } = suite();
  await open.users.add(['ann', 'bob', 'eve'].map((one) => anAccount(one)));
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    ids.push((await store('ann', fromTo(text === 'b' ? 'eve' : 'bob', text)))!.id);
  }
  for (const [index, id] of ids.entries()) {
    await open.query('update archived_message set sent_at = to_timestamp($1) where id = $2', [
      START + Math.min(index, 3),
      id,
    ]);
  }
});

describe('a message', () => {
  it('is stored for its account alone, with the time that it was stored with', async () => {
    const added = (await store('bob', fromTo('ann', 'x', false)))!;
    expect(await read({}, 'bob')).toEqual({
      items: [{ ...added, contact: 'ann@example.org', stanza: 'x' }],
    });
    expect(await read({}, 'eve')).toEqual({ items: [] });
  });

  it('needs an account', async () => {
    expect(await store('ghost', fromTo('ann', 'x'))).toBeNull();
    expect(await read({}, 'ghost')).toEqual({ items: [] });
  });
});

describe('a page', () => {
  it.each([
    [{}, 'abcde'],
    [{ limit: 2 }, 'ab'],
    [{ limit: 2, reverse: true }, 'de'],
    [{ limit: 0 }, ''],
    [{ start: START + 1, end: START + 2 }, 'bc'],
    [{ with: 'eve@example.org' }, 'b'],
    [{ with: 'bob@example.org', limit: 1, reverse: true }, 'e'],
    [{ with: 'nobody@example.org' }, ''],
  ])('%j is %j', async (query, expected) => {
    expect(await stanzas(query)).toBe(expected);
  });

  it('begins and ends beside other messages', async () => {
    expect(await stanzas({ after: ids[1] })).toBe('cde');
    expect(await stanzas({ before: ids[4] })).toBe('abcd');
    expect(await stanzas({ after: ids[0], before: ids[3], with: 'bob@example.org' })).toBe('c');
    expect(await stanzas({ ids: [ids[3], 'x', ids[0]] })).toBe('ad');
  });

  it('beside a message that the archive does not have is null', async () => {
    const elsewhere = (await store('eve', fromTo('bob', 'y')))!.id;
    for (const id of ['0', '', 'x', elsewhere]) expect(await read({ after: id })).toBeNull();
  });

  it('counts all that match', async () => {
    expect(await read({ limit: 0, total: true })).toEqual({ total: 5, items: [] });
    expect(await read({ with: 'eve@example.org', total: true })).toMatchObject({ total: 1 });
  });
});

it('what is received after a logout is unread', async () => {
  const { archive, users } = suite().open;
  await users.add([anAccount('kim')]);
  expect(await call('logged_out', 'kim')).toBe(true);
  await store('kim', fromTo('bob', 'before'));
  expect(await call('logged_out', 'kim')).toBe(true);
  expect(await archive.unread(name('kim'))).toBe(0);
  await suite().open.query(
    `update message_archive set logged_out_at = logged_out_at - interval '1 second'
     where username = 'kim'`,
  );
  await store('kim', fromTo('bob', 'mine', false));
  expect(await archive.unread(name('kim'))).toBe(1);
  expect(await call('logged_out', 'ghost')).toBe(false);
});

it('pages of one contact are found by the index of the contacts, however often others are asked for', async () => {
  const { open } = suite();
  await open.query(
    `insert into archived_message (archive_id, contact, received, stanza)
     select archive_of_account('eve'), 'c' || i % 500 || '@example.org', true, '<message/>'
     from generate_series(1, 20000) i`,
  );
  await open.query('analyze archived_message');
  for (let time = 0; time < 7; time += 1) await read({ limit: 5 }, 'eve');
  const scans = async () =>
    Number(
      (
        await open.query<{ scans: string }>(
          `select idx_scan as scans from pg_stat_user_indexes
           where indexrelname = 'archived_message_contact_idx'`,
        )
      )[0]!.scans,
    );
  const before = await scans();
  expect((await read({ with: 'c7@example.org', reverse: true }, 'eve'))!.items).toHaveLength(40);
  await suite().engine.query('select pg_stat_force_next_flush()');
  while ((await scans()) === before);
});
