import { NUMBER } from './load-job.js';
import { type Format, request, ROOMS_PATH } from './requests.js';

export const readRoom = (format: Format, service: string): string =>
  request('GET', `${ROOMS_PATH}/room${NUMBER}?servicename=${service}`, format);
export const listRooms = (format: Format, service: string): string =>
  request('GET', `${ROOMS_PATH}?servicename=${service}&type=all`, format);
export const createRooms = (format: Format, count: number): string =>
  request('POST', `${ROOMS_PATH}/bulk`, format, { body: roomsText(format, count, 'bulk') });

/** Adds a member named after `prefix` and the number of the request. */
export const addMember = (prefix: string, room = `room${NUMBER}`): string =>
  request('POST', `${ROOMS_PATH}/${room}/members/${prefix}${NUMBER}`, 'json');

/** Ten people, including one owner and one admin. */
export function peopleOf(room: string): readonly (readonly [jid: string, affiliation: string])[] {
  return Array.from({ length: 10 }, (_, index) => [
    `person${index}.of.${room}@example.org`,
    index === 0 ? 'owner' : index === 1 ? 'admin' : 'member',
  ]);
}

/** Rooms named after prefix, number of the request, number of the entry (three digits). */
export function roomsText(format: Format, count: number, prefix: string): string {
  const rooms = Array.from({ length: count }, (_, index) =>
    roomText(format, `${prefix}${NUMBER}${String(index).padStart(3, '0')}`),
  );
  return format === 'json'
    ? `{"chatRooms":[${rooms.join(',')}]}`
    : `<chatRooms>${rooms.join('')}</chatRooms>`;
}

/** A room with {@link peopleOf}. */
function roomText(format: Format, roomName: string): string {
  const fields = {
    roomName,
    naturalName: `Name of ${roomName}`,
    description: `Where ${roomName} is discussed`,
    subject: 'Agenda of the week',
    maxUsers: 30,
    persistent: true,
    publicRoom: true,
    canOccupantsInvite: true,
    logEnabled: true,
  };
  const holders = (wanted: string) =>
    peopleOf(roomName)
      .filter(([, affiliation]) => affiliation === wanted)
      .map(([jid]) => jid);
  const lists = ['owner', 'admin', 'member'].map((one) => [one, holders(one)] as const);
  if (format === 'json') {
    const members = Object.fromEntries(lists.map(([one, jids]) => [`${one}s`, jids]));
    return JSON.stringify({ ...fields, ...members });
  }
  const element = (name: string, content: unknown) => `<${name}>${String(content)}</${name}>`;
  const scalars = Object.entries(fields).map(([name, value]) => element(name, value));
  const people = lists.map(([one, jids]) =>
    element(`${one}s`, jids.map((jid) => element(one, jid)).join('')),
  );
  return element('chatRoom', [...scalars, ...people].join(''));
}
