import { perEngineSuite } from '../../test/engine.js';
import { ENGINE_CALLS } from '../../test/engine-calls.js';
import { aRoom } from '../../test/rooms.js';

const suite = perEngineSuite();

/** @returns per function, in an open session, what was refused */
async function callAll(): Promise<Readonly<Record<string, string>>> {
  const refused: Record<string, string> = {};
  for (const [name, ...values] of ENGINE_CALLS) {
    await suite()
      .engine.call(name, ...values)
      .catch((error: Error) => {
        refused[name] = error.message;
      });
  }
  return refused;
}

it('each function of the chat server is called', async () => {
  const functions = await suite().open.query<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'engine'::regnamespace`,
  );
  const called = [...new Set(ENGINE_CALLS.map(([name]) => name))];
  expect(called.sort()).toEqual(functions.map(({ name }) => name).sort());
});

it('an open session of the chat server goes on when each table gets a column', async () => {
  const { query } = suite().open;
  await query(`insert into account (username) values ('ann')`);
  await aRoom(query, 'tea', { people: { ann: 'owner' } });
  await query('update room set persistent = true');
  expect(await callAll()).toEqual({});
  expect(await callAll()).toEqual({});
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  for (const { name } of tables) await query(`alter table ${name} add of_next_release text`);
  expect(await callAll()).toEqual({});
  expect(await suite().engine.call('messages', 'conference', 'tea', {})).toMatchObject({
    items: [{ nickname: 'Ann' }, { nickname: 'Ann' }, { nickname: 'Ann' }],
  });
});
