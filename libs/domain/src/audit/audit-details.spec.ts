import { inMemoryPorts } from '../testing/in-memory-ports.js';
import { createUseCases } from '../use-cases.js';
import { groupJids } from '../../test/muc.js';
import { aRoomRequest } from '../testing/room-requests.js';

const ports = inMemoryPorts();
const options = { securityPropertiesOpen: false, auditWriteOnly: false };
const { users, groups, rooms, roomBulk, affiliations } = createUseCases(ports, options);
const detailsOf = (work: () => Promise<unknown>) => ports.audit.detailsOf(work);
const PASSWORD = 'p1-secret';
const CREW = groupJids.jidOf('crew').replaceAll('=', '%3D');

beforeAll(async () => {
  await users.create({
    ...{ username: 'ola', password: PASSWORD, name: 'Ola' },
    properties: [{ key: 'desk', value: '4' }],
  });
  await users.create({ username: 'zoe', password: PASSWORD });
  await groups.create({ name: 'crew', members: ['ola'], admins: ['zoe'] });
});

describe('a user', () => {
  const update = (name: string, draft: object) => detailsOf(() => users.update(name, draft));

  it('that is changed: the fields that differ, in the order of documents', async () => {
    expect(
      await update('ola', {
        ...{ email: 'o@x.example', name: 'Ola', password: PASSWORD },
        properties: [{ key: 'desk', value: '5' }],
      }),
    ).toEqual(['changed=password,email,properties']);
    expect(await update('ola', { properties: [{ key: 'desk', value: '5' }] })).toEqual([]);
    expect(await update('ola', {})).toEqual([]);
    expect(await update('ola', { properties: [] })).toEqual(['changed=properties']);
  });

  it('that is renamed: the new name, also when that fails', async () => {
    expect(await update('nobody', { username: 'B;o' })).toEqual(['to=b%3Bo']);
    expect(await update('ola', { username: 'Zoe' })).toEqual(['to=zoe']);
    expect(await update('ola', { username: 'ola' })).toEqual([]);
  });
});

it('a group that is overwritten: who is added and removed with their roles', async () => {
  const crew = { name: 'crew', description: 'Night', admins: ['ola'], members: ['x@far.example'] };
  expect(await detailsOf(() => groups.update('crew', crew))).toEqual([
    'changed=description',
    'added=member:x@far.example,admin:ola@example.org',
    'removed=member:ola@example.org,admin:zoe@example.org',
  ]);
  expect(await detailsOf(() => groups.update('crew', crew))).toEqual([]);
});

it('a room that is overwritten: fields under the names of documents, people and groups', async () => {
  const den = { roomName: 'den', owners: ['ola'], members: ['zoe'] };
  const put = (draft: object) =>
    detailsOf(() => rooms.put('conference', 'den', { ...den, ...draft }, aRoomRequest()));
  expect(await put({})).toEqual([]);
  expect(
    await put({
      ...{ allowPm: 'none', canAnyoneDiscoverJid: true, password: 'x', creationDate: new Date(0) },
      ...{ admins: ['zoe'], members: [], outcastGroups: ['crew'] },
    }),
  ).toEqual([
    'changed=password,creationDate,canAnyoneDiscoverJID,allowPM',
    `added=admin:zoe@example.org,outcast:${CREW}`,
    'removed=member:zoe@example.org',
  ]);
});

it('a list of affiliations: the JIDs alone', async () => {
  const path = { service: 'conference', room: 'den', affiliation: 'member' } as const;
  const replace = (...names: string[]) => detailsOf(() => affiliations.replace(path, names, false));
  expect(await replace('bo', 'cy')).toEqual(['added=bo@example.org,cy@example.org']);
  expect(await replace('cy', 'crew')).toEqual([`added=${CREW}`, 'removed=bo@example.org']);
  expect(await detailsOf(() => affiliations.remove(path, 'cy'))).toEqual([
    'removed=cy@example.org',
  ]);
});

it('rooms of a bulk request: how many were created, were there, and failed', async () => {
  const bulk = (...names: string[]) =>
    detailsOf(() =>
      roomBulk.createAll(
        'conference',
        names.map((roomName) => ({ draft: { roomName }, fault: null })),
        aRoomRequest(),
      ),
    );
  expect(await bulk('den', 'new1', 'new2', 'a b')).toEqual(['created=2', 'existing=1', 'failed=1']);
  expect(await bulk('a b')).toEqual(['failed=1']);
  expect(await bulk()).toEqual([]);
});
