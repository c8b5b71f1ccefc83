import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import { targetRows } from '../src/testing/target-rows.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

let old: OldServer;
let world: MovingWorld;
beforeEach(async () => {
  old = await oldServer(openfire(SCHEMAS.at(-1)!).postgres());
  await old.query(`update ofuser set name = 'of ' || username where username in ('bob', 'Bob')`);
  world = await movingWorld('corp.example');
  await pass(world, old.url, null);
});
afterEach(async () => {
  await world.close();
  await old?.close();
});

const bob = async (of: MovingWorld) => ({
  names: await of.query(`select name from account where username = 'bob'`),
  contacts: await of.query(
    `select jid, nickname, subscription from roster_item where owner = 'bob' order by jid`,
  ),
});

describe('Of two equal names, when the one that won is gone at the source,', () => {
  it('the other is moved in its place', async () => {
    expect(await bob(world)).toMatchObject({ names: [{ name: 'of bob' }] });
    await old.query(`delete from ofuser where username = 'bob'`);
    await old.query(`delete from ofroster where username = 'bob'`);
    const { counts } = await pass(world, old.url, null);
    expect(counts).not.toHaveProperty('conflict');
    expect(await bob(world)).toEqual({
      names: [{ name: 'of Bob' }],
      contacts: [{ jid: 'alice@corp.example', nickname: 'line\nbreak \\ ', subscription: 0 }],
    });
    expect(await verified(world, old.url, null)).toEqual([]);
    const fresh = await movingWorld('corp.example');
    await pass(fresh, old.url, null);
    const { contacts } = await targetRows(fresh);
    await fresh.close();
    expect((await targetRows(world))['contacts']).toEqual(contacts);
  });

  it('it has its place again when it is back', async () => {
    const before = await bob(world);
    await old.query(`update ofuser set username = 'bob-2' where username = 'bob'`);
    await pass(world, old.url, null);
    await old.query(`update ofuser set username = 'bob' where username = 'bob-2'`);
    const { counts } = await pass(world, old.url, null);
    expect(counts).not.toHaveProperty('conflict');
    expect(await bob(world)).toEqual(before);
    expect(await verified(world, old.url, null)).toEqual([]);
  });

  it('of two rosters it has the same one in each pass', async () => {
    await old.query(`delete from ofuser where username = 'bob'`);
    for (const _ of ['first', 'second']) {
      const { counts } = await pass(world, old.url, null);
      expect(counts).toMatchObject({ 'name-twice': 2 });
      expect((await bob(world)).contacts).toMatchObject([{ nickname: 'line\nbreak \\ ' }]);
      expect(await verified(world, old.url, null)).toEqual([]);
    }
  });

  it('what was changed here stays, and is reported', async () => {
    await world.query(`update account set name = 'changed here' where username = 'bob'`);
    await old.query(`delete from ofuser where username = 'bob'`);
    const { counts } = await pass(world, old.url, null);
    expect(counts).toMatchObject({ 'changed-here': 2 });
    expect(counts).not.toHaveProperty('conflict');
    expect(await bob(world)).toMatchObject({ names: [{ name: 'changed here' }] });
  });
});
