import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Open } from './repositories.js';
import { aRoom, CONFERENCE, findRoom, roomNamed } from './rooms.js';
import { aGroup, anEntry, jid } from './samples.js';

/** Single rooms, created in one statement with their audit entry. */
export function roomCreationSuite(open: Open): void {
  beforeEach(() => open().startOver());

  const create = (name: string, groups: Readonly<Record<string, Affiliation>>, at = CONFERENCE) =>
    open().rooms.create(
      { name: at, description: at, hidden: false },
      aRoom(name, { people: { ann: 'owner' }, groups }),
    );

  it('stores it with its affiliations, and its service if missing', async () => {
    await open().groups.add(aGroup('Crew'));
    const groups = new Set(['Crew']);
    expect(await create('den', { Crew: 'member' })).toEqual({
      ...{ created: true, newService: false, groups },
    });
    expect(await findRoom(open(), 'den')).toMatchObject({
      ...{ owners: [jid('ann')], memberGroups: ['Crew'] },
    });
    const lab = 'suite-lab' as typeof CONFERENCE;
    const first = await create('den', {}, lab);
    expect(first).toEqual({ created: true, newService: true, groups: new Set() });
    expect(await create('tea', {}, lab)).toMatchObject({ created: true, newService: false });
    expect(await open().chatServices.exists(lab)).toBe(true);
  });

  it('changes nothing if it exists or a group does not, and then still owes the audit entry', async () => {
    const { audit, chatServices, groups, rooms } = open();
    await groups.add(aGroup('Crew'));
    const fresh = 'suite-none' as typeof CONFERENCE;
    const owes = (...given: Parameters<typeof create>) =>
      audit.request(anEntry('create'), () => create(...given));
    expect(await owes('den', { Crew: 'admin', None: 'member' }, fresh)).toBe(true);
    expect(await create('den', { Crew: 'admin', None: 'member' }, fresh)).toEqual({
      ...{ created: false, newService: false, groups: new Set(['Crew']) },
    });
    expect(await chatServices.exists(fresh)).toBe(false);
    expect(await rooms.find(fresh, roomNamed('den'), false)).toBeNull();
    expect(await owes('den', {})).toBe(false);
    expect(await owes('den', { Crew: 'admin' })).toBe(true);
    expect((await findRoom(open(), 'den')).adminGroups).toEqual([]);
  });
}
