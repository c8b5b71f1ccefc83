import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { wholeList } from '../shared/long-list.js';
import { SharedGroup, UserNotFound } from './errors.js';
import { username } from './user.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe', 'kim');
});
const BO = 'bo@other.example';
const createShared = () =>
  world.groups.create({ name: 'Crew', members: ['ola', 'kim'], shared: true });

describe('contacts', () => {
  const seen = async (owner: string) =>
    (await wholeList(await world.rosters.list(owner))).map(
      ({ jid, nickname, subscription, groups }) => [jid, nickname, subscription, ...groups],
    );

  it('are added and changed many at once, and unchanged ones count nowhere', async () => {
    await world.rosters.add('ola', { jid: BO, nickname: 'Bo', subscription: 1, groups: ['Pals'] });
    const patch = [
      { jid: 'zoe@example.org', nickname: 'first' },
      { jid: BO, subscription: 3 },
      { jid: 'zoe@example.org/desk', groups: ['b', 'a', 'b'] },
    ];
    expect(await world.rosterPatches.patch('Ola', patch)).toEqual({ inserts: 1, updates: 1 });
    expect(await seen('ola')).toEqual([
      [BO, 'Bo', 3, 'Pals'],
      ['zoe@example.org', null, 0, 'a', 'b'],
    ]);
    expect(await world.rosterPatches.patch('ola', patch)).toEqual({ inserts: 0, updates: 0 });
    expect(await world.rosterPatches.patch('ola', [])).toEqual({ inserts: 0, updates: 0 });
    expect(await seen('zoe')).toEqual([]);
    expect(world.ports.chatServer.heard()).toEqual(Array(2).fill({ rosters: ['ola'] }));
  });

  it('are refused as a whole', async () => {
    await createShared();
    await world.rosters.add('ola', { jid: BO });
    const before = stored(world);
    for (const [draft, error] of [
      [{ jid: '' }, 'JID is null'],
      [{ jid: '@' }, /Unable to parse value as jid/],
      [{ jid: 'x@y.example', subscription: -1 }, /subscriptionType: -1/],
      [{ jid: 'x@y.example', groups: ['Crew'] }, SharedGroup],
      [{ jid: 'kim@example.org', groups: ['Pals'] }, SharedGroup],
    ] as const) {
      const patch = [{ jid: BO, nickname: 'B' }, draft];
      for (const mutual of [false, true]) {
        const work = world.rosterPatches.patch('ola', patch, { mutual });
        await expect(work).rejects.toThrow(error);
      }
    }
    await expect(world.rosterPatches.patch('ola', null)).rejects.toThrow('Could not update');
    await expect(world.rosterPatches.patch('ghost', null)).rejects.toThrow(UserNotFound);
    expect(stored(world)).toEqual(before);
  });

  it('that are mutual are the other way round in the list of the contact', async () => {
    const mutual = { mutual: true };
    const { rosters } = world;
    await rosters.add('ola', { jid: 'zoe@example.org', subscription: 1, nickname: 'Z' }, mutual);
    expect(await seen('zoe')).toEqual([['ola@example.org', null, 2]]);
    await rosters.update('zoe', 'ola@example.org', { nickname: 'O', groups: ['Work'] });
    await rosters.update('ola', 'zoe@example.org', { subscription: 3 }, mutual);
    expect(await seen('zoe')).toEqual([['ola@example.org', 'O', 3, 'Work']]);
    // the contact's own follows what results, also when that is as it was
    await rosters.update('zoe', 'ola@example.org', { subscription: 0 });
    await rosters.update('ola', 'zoe@example.org', { nickname: 'Zoe' }, mutual);
    expect(await seen('zoe')).toEqual([['ola@example.org', 'O', 3, 'Work']]);
    await rosters.remove('ola', 'zoe@example.org', mutual);
    expect([await seen('ola'), await seen('zoe')]).toEqual([[], []]);
    await rosters.add('ola', { jid: 'zoe@example.org', subscription: -1 }, mutual);
    await world.rosterPatches.patch('ola', [{ jid: 'zoe@example.org', subscription: 2 }], mutual);
    expect(await seen('zoe')).toEqual([['ola@example.org', null, 1]]);
    await rosters.update('ola', 'zoe@example.org', { subscription: -1 }, mutual);
    expect([await seen('ola'), await seen('zoe')]).toEqual([[], []]);
    const both = { rosters: ['ola', 'zoe'] };
    expect(world.ports.chatServer.heard()).toEqual([
      both,
      { rosters: ['zoe'] },
      both,
      { rosters: ['zoe'] },
      both,
      both,
      { rosters: ['ola'] },
      both,
      both,
    ]);
  });

  it('that are mutual leave alone who is foreign, missing, the owner, or in a shared group', async () => {
    await createShared();
    const jids = [BO, 'ghost@example.org', 'ola@example.org'];
    for (const jid of jids)
      await world.rosters.add('ola', { jid, subscription: 3 }, { mutual: true });
    await world.rosters.update('ola', 'kim@example.org', { nickname: 'K' }, { mutual: true });
    const patch = [...jids, 'kim@example.org'].map((jid) => ({ jid, nickname: 'n' }));
    expect(await world.rosterPatches.patch('ola', patch, { mutual: true })).toEqual({
      inserts: 0,
      updates: 4,
    });
    for (const jid of jids) await world.rosters.remove('ola', jid, { mutual: true });
    expect((await seen('kim')).map(([jid]) => jid)).toEqual(['ola@example.org']);
    const { rows } = world.ports.database;
    expect(rows.accounts.get(username('kim')!)!.roster.size).toBe(0);
    const [, ...told] = world.ports.chatServer.heard();
    for (const heard of told) expect(heard).toEqual({ rosters: ['ola'] });
  });
});
