import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';

interface Page {
  readonly total?: number;
  readonly items: readonly {
    readonly id: string;
    readonly sent_at: number;
    readonly stanza: string;
  }[];
}

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const append = (room: string, message: object) =>
  call<{ id: string; sent_at: number } | null>('append_message', 'conference', room, message);
const read = (query: object = {}, room = 'tea') =>
  call<Page | null>('messages', 'conference', room, query);
const stanzas = async (query: object) => (await read(query))!.items.map(({ stanza }) => stanza);

const said = (stanza: string, nickname = 'Ann') => ({
  nickname,
  sender: `${nickname.toLowerCase()}@example.org/desk`,
  type: 'groupchat',
  body: `text of ${stanza}`,
  stanza,
});

/** Five messages a second apart, the last two of the same moment. */
const ids: string[] = [];
const START = 1_763_700_000.125;

beforeAll(async () => {
  const { query } = suite().open;
  for (const name of ['tea', 'other']) await aRoom(query, name);
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    ids.push((await append('tea', said(text, text === 'b' ? 'Bob' : 'Ann')))!.id);
  }
  for (const [index, id] of ids.entries()) {
    await query('update room_message set sent_at = to_timestamp($1) where id = $2', [
      START + Math.min(index, 3),
      id,
    ]);
  }
});

describe('a message', () => {
  it('is stored for the API and comes back with the time that it was stored with', async () => {
    const { query } = suite().open;
    const added = (await append('other', { ...said('x'), subject: 'News' }))!;
    expect(await read({}, 'other')).toEqual({
      items: [
        {
          ...added,
          nickname: 'Ann',
          sender: 'ann@example.org/desk',
          sender_shown: false,
          stanza: 'x',
        },
      ],
    });
    expect(
      await query(
        'select *, extract(epoch from sent_at)::float8 as at from room_message where id = $1',
        [added.id],
      ),
    ).toMatchObject([
      { nickname: 'Ann', type: 'groupchat', subject: 'News', body: 'text of x', at: added.sent_at },
    ]);
    expect(Math.round(added.sent_at * 1000) / 1000).toBe(added.sent_at);
  });

  it('needs a room', async () => {
    expect(await append('ghost', said('x'))).toBeNull();
    expect(await read({}, 'ghost')).toBeNull();
  });
});

describe('a page', () => {
  it.each([
    [{}, 'abcde'],
    [{ limit: 2 }, 'ab'],
    [{ limit: 2, reverse: true }, 'de'],
    [{ limit: 0 }, ''],
    [{ limit: -1 }, ''],
    [{ start: START + 1 }, 'bcde'],
    [{ end: START + 1 }, 'ab'],
    [{ start: START + 1, end: START + 2 }, 'bc'],
    [{ start: -1e300, end: 1e300 }, 'abcde'],
    [{ start: START + 10 }, ''],
    [{ with: 'Bob' }, 'b'],
    [{ with: 'Ann', limit: 1, reverse: true }, 'e'],
    [{ start: 'yesterday', limit: 'all', ids: 'x' }, 'abcde'],
  ])('%j is %j', async (query, expected) => {
    expect((await stanzas(query)).join('')).toBe(expected);
  });

  it.each([
    [{ after: 1 }, 'cde'],
    [{ after: 3 }, 'e'],
    [{ after: 4 }, ''],
    [{ before: 4 }, 'abcd'],
    [{ before: 0 }, ''],
    [{ after: 0, before: 3 }, 'bc'],
    [{ after: 0, limit: 2 }, 'bc'],
    [{ before: 4, limit: 2, reverse: true }, 'cd'],
    [{ before: 4, start: START + 1, limit: 1 }, 'b'],
  ])('beside other messages, %j, is %j', async (query, expected) => {
    const named = Object.fromEntries(
      Object.entries(query).map(([key, value]) => [
        key,
        key === 'after' || key === 'before' ? ids[value as number] : value,
      ]),
    );
    expect((await stanzas(named)).join('')).toBe(expected);
  });

  it('beside a message that the room does not have is null', async () => {
    const elsewhere = (await append('other', said('y')))!.id;
    for (const id of ['0', '', 'x', `${ids[0]}'`, '9'.repeat(30), elsewhere]) {
      expect(await read({ after: id })).toBeNull();
      expect(await read({ before: id })).toBeNull();
    }
  });

  it('holds the messages with given ids', async () => {
    expect(await stanzas({ ids: [ids[3], 'x', ids[0]] })).toEqual(['a', 'd']);
    expect(await stanzas({ ids: [] })).toEqual([]);
  });

  it('counts all that match, whatever part of them it holds', async () => {
    expect(await read({ limit: 0, total: true })).toEqual({ total: 5, items: [] });
    expect(await read({ with: 'Ann', after: ids[0], limit: 1, total: true })).toMatchObject({
      total: 4,
      items: [{ id: ids[2] }],
    });
    expect(await read({ start: START + 3, total: true })).toMatchObject({ total: 2 });
  });

  it('has no messages of which the stanza is not known', async () => {
    const { query } = suite().open;
    await query(
      `insert into room_message (room_id, body) select id, 'x' from room where name = 'tea'`,
    );
    expect(await read({ total: true })).toMatchObject({ total: 5 });
    await query('delete from room_message where stanza is null');
  });
});
