import { roomRepositorySuite } from '@chat-admin/port-suites/room-repository-suite';
import { addRoom, CONFERENCE, roomNamed } from '@chat-admin/port-suites/rooms';
import { aGroup } from '@chat-admin/port-suites/samples';
import { roomsDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { bothWays, HOSTILE } from '../../../test/both-ways.js';
import { perSuite } from '../../../test/open-database.js';
import { listRooms } from './room-list-sql.js';

const open = perSuite();
roomRepositorySuite(open);

it('the database refuses a second affiliation of the same person', async () => {
  await open().groups.add(aGroup('g'));
  await addRoom(open(), 'den', { people: { ann: 'owner' } });
  const insert = (columns: string, table: string) =>
    open().query(`insert into ${table} select id, ${columns} from room`);
  await expect(insert(`'ann@example.org', 'outcast'`, 'room_affiliation')).rejects.toThrow(
    'room_affiliation_pk',
  );
  await insert(`'g', 'member'`, 'room_group_affiliation');
  await expect(insert(`'g', 'admin'`, 'room_group_affiliation')).rejects.toThrow(
    'room_group_affiliation_pk',
  );
});

describe('the list', () => {
  const plan = async (search: string) => {
    const filter = { rooms: 'all', search, expandGroups: false } as const;
    const { text: sql, values } = listRooms(CONFERENCE, filter);
    const rows = await open().query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('is searched by index', async () => {
    await open().query(
      `insert into room (service, name, natural_name)
       select 'conference', md5(n::text), 'Room ' || md5((n + 1)::text)
       from generate_series(1, 20000) n`,
    );
    await open().query('vacuum analyze room');
    const found = await plan('abcdef');
    expect(found).toContain('room_name_trigram_idx');
    expect(found).toContain('room_natural_name_trigram_idx');
    expect(await plan('Abc Def')).toContain('room_natural_name_trigram_idx');
  });

  it('ends when its reader stops early', async () => {
    await open().query(
      `insert into room (service, name) select 'conference', n::text from generate_series(1, 1200) n`,
    );
    const filter = { rooms: 'all', search: null, expandGroups: false } as const;
    for await (const batch of open().rooms.list(CONFERENCE, filter)) {
      expect(batch).toHaveLength(20);
      break;
    }
    expect(await open().rooms.remove(CONFERENCE, roomNamed('7'))).toBe(true);
  });
});

it('lists that PostgreSQL writes are as the document writes them', async () => {
  const TEXTS = ['natural_name', 'description', 'password', 'subject'];
  const NAMED = [
    ['room_affiliation', 'jid', ['owner', 'admin', 'member', 'outcast']],
    ['room_group_affiliation', 'group_name', ['outcast', 'member', 'owner', 'admin']],
  ] as const;

  const { rooms, query } = open();
  for (const [index, text] of HOSTILE.entries()) {
    await query('insert into user_group (name, shared) values ($1, false)', [`${text} ${index}`]);
    await query(
      `insert into group_member (group_name, jid, is_admin)
         select $1, jid, false from unnest($2::text[]) as jid`,
      [`${text} ${index}`, [`${text}@example.org`, `x@${text}`]],
    );
  }
  for (let number = 0; number < 250; number++) {
    const text = (of: number) => (of % 4 === 0 ? null : HOSTILE[of % HOSTILE.length]);
    const values = [
      ...[`r${text(number) ?? ''}${number}`, number % 2 === 0, number % 3 === 0],
      new Date(Date.UTC(1 + number * 40, 0) + number * 4 + (number % 4)),
      [[], ['moderator'], ['moderator', 'participant', 'visitor']][number % 3],
      ...TEXTS.map((_, index) => text(number + index)),
    ];
    const parameters = values.map((_, index) => `$${index + 1}`);
    await query(
      `insert into room (service, name, public_room, moderated, creation_date, broadcast_presence_roles, ${TEXTS.join()}, modification_date, max_users)
         values ('conference', ${parameters.join()}, timestamptz '1999-12-31T23:59:59.9999Z', ${number - 100})`,
      values,
    );
  }
  for (const [table, column, affiliations] of NAMED) {
    for (const [index, text] of HOSTILE.entries()) {
      const name = table === 'room_affiliation' ? text : `${text} ${index}`;
      await query(
        `insert into ${table} (room_id, ${column}, affiliation)
           select id, $1, ($2::text[])[1 + (id + $3::integer) % 4] from room where id % 7 <> $3::integer % 7`,
        [name, affiliations, index],
      );
    }
  }

  const filters = [
    { rooms: 'all', search: null, expandGroups: false },
    { rooms: 'public', search: null, expandGroups: true },
    { rooms: 'none', search: null, expandGroups: false },
    { rooms: 'all', search: 'r', expandGroups: true },
  ] as const;
  for (const filter of filters) {
    for (const hidden of [[], ['password']]) {
      const listed = () => rooms.list(CONFERENCE, filter);
      const { here, there, written } = await bothWays(roomsDoc, listed, hidden);
      expect(there).toEqual(here);
      expect(written).toBe(3);
    }
  }
});
