import type { LoadOptions } from './options.js';

export interface ValidatedRoom {
  readonly name: string;
  /** bare */
  readonly jid: string;
  /** whether its conversation is stored */
  readonly logged: boolean;
  /** user names, which are also the nicknames */
  readonly people: readonly string[];
  /**
   * what the API will change in it; only one kind, because a change of options also replaces
   * affiliations
   */
  readonly changing: 'options' | 'affiliations' | 'groups';
  /** a person who stays all the time, and records what the room shows */
  readonly witness: string;
}

export interface PersonPlan {
  readonly username: string;
  /** bare JIDs */
  readonly rooms: readonly string[];
  /** rooms that this person records */
  readonly witnesses: readonly string[];
}

export interface Plan {
  readonly rooms: readonly ValidatedRoom[];
  readonly people: readonly PersonPlan[];
  /** people who will be removed and come back; each is in one room */
  readonly guests: readonly Guest[];
}

export interface Guest {
  readonly username: string;
  readonly room: ValidatedRoom;
}

const KINDS = ['options', 'affiliations', 'groups'] as const;
const MOST_GUESTS = 10;
const HALL_PEOPLE = 80;
const HALL_INDEX = 4; // logged, with changing affiliations
export const SERVICE = 'conference';

/** Who is where. Every second room is logged, and so is the hall, which comes last. */
export function plan(options: Pick<LoadOptions, 'clients' | 'rooms'>, domain: string): Plan {
  const { clients, rooms: amount } = options;
  const names = Array.from({ length: clients }, (_, index) => `user${index}`);
  const rooms = Array.from({ length: amount }, (_, index) => {
    const people = names.filter((_name, at) => at % amount === index);
    return roomOf(`room${index}`, index, domain, people);
  });
  const guests = rooms
    .filter(({ changing }) => changing !== 'options')
    .slice(0, MOST_GUESTS)
    .map((room) => ({ username: room.people.at(-1)!, room }));
  const staying = names.filter((name) => !guests.some(({ username }) => username === name));
  const step = Math.max(1, Math.floor(staying.length / HALL_PEOPLE));
  const inHall = staying.filter((_name, index) => index % step === 0).slice(0, HALL_PEOPLE);
  const all = [...rooms, roomOf('hall', HALL_INDEX, domain, inHall)];
  return { rooms: all, people: names.map((name) => personOf(name, all)), guests };
}

function roomOf(name: string, index: number, domain: string, people: string[]): ValidatedRoom {
  return {
    name,
    jid: `${name}@${SERVICE}.${domain}`,
    logged: index % 2 === 0,
    people,
    changing: KINDS[index % KINDS.length]!,
    witness: people[0]!,
  };
}

function personOf(username: string, rooms: readonly ValidatedRoom[]): PersonPlan {
  const own = rooms.filter(({ people }) => people.includes(username));
  const seen = own.filter(({ witness }) => witness === username);
  return { username, rooms: own.map(({ jid }) => jid), witnesses: seen.map(({ jid }) => jid) };
}

export const passwordOf = (username: string): string => `password-of-${username}`;
