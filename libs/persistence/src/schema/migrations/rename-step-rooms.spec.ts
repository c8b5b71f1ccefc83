import { perSuite } from '../../../test/open-database.js';
import { aRoom } from '../../../test/rooms.js';
import { RenameStepRooms } from './1796083200048-rename-step-rooms.js';

const open = perSuite();

it('renames rooms that no client can address, to names that are free, and says so', async () => {
  const { owner, query } = open();
  for (const name of ['.', '..', '_', '_-2', '...']) await aRoom(query, name);
  const runner = owner.createQueryRunner();
  await new RenameStepRooms().up(runner);
  await new RenameStepRooms().up(runner);
  await runner.release();
  const rooms = await query<{ name: string }>('select name from room');
  expect(rooms.map(({ name }) => name).sort()).toEqual(['...', '_', '_-2', '_-3', '__']);
  expect(
    await query('select username, kind, summary, details from audit_entry order by log_id'),
  ).toEqual([
    {
      ...{ username: 'service', kind: 'label', summary: 'RENAME chatroom .' },
      details: 'object=/chatrooms/.; outcome=200; service=conference; name=_-3',
    },
    {
      ...{ username: 'service', kind: 'label', summary: 'RENAME chatroom ..' },
      details: 'object=/chatrooms/..; outcome=200; service=conference; name=__',
    },
  ]);
});
