import { wholeList } from '../shared/long-list.js';
import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { parseBareJid } from '../shared/jid.js';
import {
  RosterItemAlreadyExists,
  RosterItemNotFound,
  RosterItemToUpdateNotFound,
  SharedGroup,
  UserNotFound,
} from './errors.js';
import { username } from './user.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe', 'kim');
});
const BO = 'bo@other.example';
const shown = async () =>
  (await wholeList(await world.rosters.list('ola'))).map(
    ({ jid, nickname, subscription, groups }) => [...[jid, nickname, subscription], ...groups],
  );

describe('own contacts', () => {
  it('are added once, changed field by field, and removed, with a notice each time', async () => {
    await world.rosters.add('Ola', { jid: `${BO}/desk`, nickname: 'Bo', groups: ['b', 'A', ''] });
    expect(await shown()).toEqual([[BO, 'Bo', 0, 'A', 'b']]);
    await expect(world.rosters.add('ola', { jid: BO })).rejects.toThrow(RosterItemAlreadyExists);
    await world.rosters.update('ola', BO, { subscription: 3 });
    await world.rosters.update('ola', BO, { nickname: '' });
    expect(await shown()).toEqual([[BO, null, 3, 'A', 'b']]);
    await world.rosters.update('ola', BO, { subscription: -1 });
    expect(await shown()).toEqual([]);
    await world.rosters.add('ola', { jid: BO });
    await world.rosters.remove('ola', BO);
    expect(world.ports.chatServer.heard()).toEqual(Array(6).fill({ rosters: ['ola'] }));
  });

  it('are refused when something is wrong, and then nothing has changed', async () => {
    await world.rosters.add('ola', { jid: BO });
    const before = stored(world);
    const { rosters } = world;
    for (const [work, error] of [
      [() => rosters.list('ghost'), UserNotFound],
      [() => rosters.add('ghost', { jid: BO }), UserNotFound],
      [() => rosters.add('ola', { jid: '@' }), /Unable to parse value as jid/],
      [() => rosters.add('ola', null), 'JID is null'],
      [() => rosters.add('ola', { jid: 'x@y.example', subscription: 4 }), /subscriptionType: 4/],
      [() => rosters.update('ola', 'x@y.example', {}), RosterItemToUpdateNotFound],
      [() => rosters.remove('ola', 'x@y.example'), RosterItemNotFound],
    ] as const) {
      await expect(work()).rejects.toThrow(error);
    }
    expect(stored(world)).toEqual(before);
  });

  it('that are renamed between reading and writing are looked up again', async () => {
    const { rosters } = world.ports;
    const { remove } = rosters;
    const goes = async () => {
      await remove.call(rosters, username('ola')!, parseBareJid(BO)!);
      return false;
    };
    const changes: readonly (readonly [() => Promise<void>, typeof RosterItemNotFound])[] = [
      [() => world.rosters.remove('ola', BO), RosterItemNotFound],
      [() => world.rosters.update('ola', BO, { nickname: 'Bo' }), RosterItemToUpdateNotFound],
      [() => world.rosters.update('ola', BO, { subscription: -1 }), RosterItemToUpdateNotFound],
    ];
    await world.rosters.add('ola', { jid: BO });
    Object.assign(rosters, { remove: goes, replace: goes });
    for (const [change, error] of changes) {
      await expect(change()).rejects.toThrow(error);
    }
  });

  it('whose JID a renamed user takes meanwhile are changed as they are then', async () => {
    await world.rosters.add('ola', { jid: BO });
    const { rosters } = world.ports;
    const { remove } = rosters;
    let calls = 0;
    rosters.remove = async (...item) => (calls++ === 0 ? false : remove.apply(rosters, item));
    await world.rosters.remove('ola', BO);
    expect(await shown()).toEqual([]);
  });
});

describe('contacts from shared groups', () => {
  beforeEach(async () => {
    await world.groups.create({ name: 'Crew', members: ['ola', 'zoe'], shared: true });
    await world.users.update('zoe', { name: 'Zoe N' });
  });
  const ZOE = 'zoe@example.org';

  it('whose account goes between reading and writing are no longer found', async () => {
    Object.assign(world.ports.users, { lockExisting: async () => new Set() });
    await expect(world.rosters.update('ola', ZOE, { nickname: 'Z' })).rejects.toThrow(
      RosterItemToUpdateNotFound,
    );
    expect(await shown()).toEqual([[ZOE, 'Zoe N', 3]]);
  });

  it('appear without being stored', async () => {
    expect(await shown()).toEqual([[ZOE, 'Zoe N', 3]]);
    expect(await world.rosters.list('kim')).toEqual([]);
    await expect(world.rosters.add('ola', { jid: ZOE })).rejects.toThrow(RosterItemAlreadyExists);
  });

  it('cannot be removed, nor taken out of their group', async () => {
    const { rosters } = world;
    await expect(rosters.remove('ola', ZOE)).rejects.toThrow(SharedGroup);
    await expect(rosters.update('ola', ZOE, { subscription: -1 })).rejects.toThrow(SharedGroup);
    await expect(rosters.update('ola', ZOE, { groups: ['Mine'] })).rejects.toThrow(SharedGroup);
    await rosters.update('ola', ZOE, { groups: ['Mine', 'Crew'], subscription: 1 });
    expect(await shown()).toEqual([[ZOE, 'Zoe N', 3, 'Mine']]);
  });

  it('keep what was set for them after the group is deleted', async () => {
    await world.rosters.update('ola', ZOE, { nickname: 'Z', subscription: 1 });
    await world.groups.remove('Crew');
    expect(await shown()).toEqual([[ZOE, 'Z', 1]]);
  });

  it('come and go with their accounts', async () => {
    await world.userRemoval.remove('zoe');
    expect(await shown()).toEqual([]);
  });

  it("do not reserve the group's name for others", async () => {
    await expect(world.rosters.add('ola', { jid: BO, groups: ['Crew'] })).rejects.toThrow(
      SharedGroup,
    );
  });
});
