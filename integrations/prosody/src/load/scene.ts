import type { Api } from '../api.js';
import { type Plan, passwordOf, type ValidatedRoom, SERVICE } from './plan.js';

const BULK = 250;
const MOST_FRIENDS = 200;
const SHARED_GROUPS = 4;
/** A group whose people are members of some rooms. */
export const CREW = 'crew';

/** Pairs of people who have each other in their rosters. */
export function friends({ people }: Plan): (readonly [string, string])[] {
  const names = people.slice(0, MOST_FRIENDS).map(({ username }) => username);
  return names.flatMap((name, index) => {
    const other = names[index + 1];
    return index % 2 === 0 && other ? [[name, other] as const, [other, name] as const] : [];
  });
}

/** A room as created through the API. */
export function roomDocument(room: ValidatedRoom, naturalName: string) {
  return {
    roomName: room.name,
    naturalName,
    persistent: true,
    publicRoom: true,
    logEnabled: room.logged,
    broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
    memberGroups: room.changing === 'groups' ? [CREW] : [],
  };
}

/** Accounts, rosters, shared groups and rooms, all through the API. */
export async function buildScene(api: Api, plan: Plan, domain: string): Promise<void> {
  const usernames = [...plan.people.map(({ username }) => username), QUIET_ONE];
  for (let first = 0; first < usernames.length; first += BULK) {
    const users = usernames
      .slice(first, first + BULK)
      .map((username) => ({ username, password: passwordOf(username) }));
    await api.done('POST', '/users', { users });
  }
  for (const [owner, contact] of friends(plan)) {
    const item = { jid: `${contact}@${domain}`, nickname: contact, subscriptionType: 3 };
    await api.done('POST', `/users/${owner}/roster`, item);
  }
  for (const { name, people } of plan.rooms.slice(0, SHARED_GROUPS)) {
    const group = { name: `group of ${name}`, members: people.slice(0, 30), shared: true };
    await api.done('POST', '/groups', group);
  }
  await api.done('POST', '/groups', { name: CREW });
  const chatRooms = plan.rooms.map((room) => roomDocument(room, room.name));
  const reply = await api.done('POST', `/chatrooms/bulk?servicename=${SERVICE}`, { chatRooms });
  const { failure } = reply.json<{ failure: { message: string }[] }>();
  if (failure[0]) throw new Error(failure[0].message);
}

/** The user name of a person in no room, who only measures. */
export const QUIET_ONE = 'quiet';
