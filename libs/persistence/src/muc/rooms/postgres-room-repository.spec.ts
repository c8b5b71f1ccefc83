import { roomRepositorySuite } from '@chat-admin/port-suites/room-repository-suite';
import { addRoom, CONFERENCE, roomNamed } from '@chat-admin/port-suites/rooms';
import { aGroup } from '@chat-admin/port-suites/samples';
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
