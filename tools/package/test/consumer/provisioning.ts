// A provisioning program on the domain, here with in-memory ports. Runs outside the workspace.
import { createUseCases } from '@chat-admin/domain/use-cases';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { UserAlreadyExists } from '@chat-admin/domain/users/errors';
import type { User } from '@chat-admin/domain/users/user';

const ports = inMemoryPorts('example.org');
const { users, userGroups, rosters, lockouts, rooms, roomQueries, userRemoval } = createUseCases(
  ports,
  { securityPropertiesOpen: false, auditWriteOnly: false },
);

await users.createAll([
  { username: 'Ola', password: 'p1-secret', name: 'Ola N' },
  { username: 'zoe', password: 'p2-secret' },
]);
const taken = await users
  .create({ username: 'ola', password: 'x' })
  .catch((error: unknown) => error);
await userGroups.join('ola', ['Crew']);
await rosters.add('zoe', { jid: 'ola@example.org', nickname: 'O' });
await rooms.create(
  'conference',
  { roomName: 'Den', owners: ['ola'], memberGroups: ['Crew'] },
  { sendInvitations: false, signer: null },
);
await users.update('ola', { username: 'una' });
await lockouts.lock('una', 'provisioning');
const una: User = await users.get('una');
const den = await roomQueries.get({ service: 'conference', room: 'den' }, true);
await userRemoval.remove('zoe');

console.log(
  JSON.stringify({
    taken: taken instanceof UserAlreadyExists && taken.code,
    user: una.name,
    owners: den.owners,
    members: den.members,
    told: ports.chatServer.heard().length > 0,
  }),
);
