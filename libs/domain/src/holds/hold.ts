import type { Principal } from '../access/principal.js';
import { serviceName } from '../muc/services/chat-service.js';
import { invalidValue, requireLength } from '../shared/domain-error.js';
import { localpart } from '../shared/jid.js';
import { shownTime } from '../shared/sent-time.js';
import type { ServiceDomain } from '../shared/service-domain.js';

export const HOLD_STATUSES = ['active', 'releasing', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

/** Those that are not released. */
export const MOST_HOLDS = 1000;
/** Of a hold, people and rooms together. */
export const MOST_HELD_NAMES = 1000;
/** Characters of name and reason. */
export const MOST_HOLD_TEXT = 255;
/** `kept` is counted up to it. */
export const MOST_KEPT = 100_000;

/** What must not be lost. Contract: extensions E18.2 */
export interface HoldTerms {
  readonly name: string;
  readonly reason: string;
  /** bare JIDs */
  readonly persons: readonly string[];
  /** `room@service` */
  readonly rooms: readonly string[];
  /** of the messages; `null`: the first one */
  readonly from: Date | null;
  /** excluded; `null`: the last one */
  readonly until: Date | null;
}

export interface Hold extends HoldTerms {
  /** a number */
  readonly id: string;
  readonly status: HoldStatus;
  readonly created: Date;
  readonly createdBy: string;
  readonly released: Date | null;
  readonly releasedBy: string | null;
}

export interface CountedHold extends Hold {
  /** copies of messages that are gone or were changed, at most {@link MOST_KEPT} */
  readonly kept: number;
}

/** By what events call it. */
export const HOLD_SHOWN = {
  ...{ name: 'name', reason: 'reason', persons: 'persons', rooms: 'rooms' },
  ...{ endsAt: 'until', status: 'status' },
} as const;

/** As received. */
export interface HoldDraft {
  readonly name?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly persons?: readonly string[] | null | undefined;
  readonly rooms?: readonly string[] | null | undefined;
  readonly from?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

export type HoldPatch = Omit<HoldDraft, 'from'>;

/** Whether it is one that the database can hold. */
export const isHoldId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** @throws InvalidArgument */
export function holdTerms(draft: HoldDraft, domain: ServiceDomain): HoldTerms {
  const { from = null, until = null } = draft;
  const terms = {
    name: heldText('name', draft.name),
    reason: heldText('reason', draft.reason),
    persons: heldNames('persons', draft.persons, personIn(domain), 'a bare JID or a user name'),
    rooms: heldNames('rooms', draft.rooms, roomIn(domain), 'the name of a room, @ and its service'),
    from,
    until,
  };
  if (terms.persons.length + terms.rooms.length === 0) {
    throw invalidValue('persons', '', 'at least one person or room');
  }
  requireNames(terms);
  if (from !== null && until !== null && until <= from) {
    throw invalidValue('until', shownTime(until), 'a time after from');
  }
  return terms;
}

/** It never covers less than before. @throws InvalidArgument */
export function widened(before: Hold, patch: HoldPatch, domain: ServiceDomain): HoldTerms {
  const asked = holdTerms(
    {
      from: before.from,
      name: patch.name === undefined ? before.name : patch.name,
      reason: patch.reason === undefined ? before.reason : patch.reason,
      persons: patch.persons === undefined ? before.persons : patch.persons,
      rooms: patch.rooms === undefined ? before.rooms : patch.rooms,
      until: patch.until === undefined ? before.until : patch.until,
    },
    domain,
  );
  for (const field of ['persons', 'rooms'] as const) {
    const missing = before[field].find((one) => !asked[field].includes(one));
    if (missing !== undefined) throw invalidValue(field, missing, 'a hold never covers less');
  }
  const endsSooner = asked.until !== null && (before.until === null || asked.until < before.until);
  if (endsSooner) throw invalidValue('until', shownTime(asked.until), 'a hold never covers less');
  return asked;
}

/** Who has asked for a release. */
export interface Releaser {
  readonly name: string;
  /** of the principal */
  readonly id: string;
  /** who has made the key; `null`: it is none */
  readonly maker: string | null;
}

/** Keys that operators make are those of whom they are given to. */
const OPERATOR = 'command line';

/** Whether two are different people: other principals, no key of one made by the other, nor both by the same. */
export function areTwo(one: Releaser, other: Releaser): boolean {
  const isMadeByOther = one.maker === other.name || other.maker === one.name;
  const haveSameMaker = one.maker !== null && one.maker !== OPERATOR && one.maker === other.maker;
  return one.id !== other.id && one.name !== other.name && !isMadeByOther && !haveSameMaker;
}

export type Officer = Pick<Principal, 'name' | 'id' | 'kind'>;

function heldText(field: string, sent: string | null | undefined): string {
  if (!sent?.trim()) throw invalidValue(field, sent ?? '', `1 to ${MOST_HOLD_TEXT} characters`);
  requireLength(field, sent, MOST_HOLD_TEXT);
  return sent;
}

function heldNames(
  field: string,
  sent: readonly string[] | null | undefined,
  read: (text: string) => string | null,
  allowed: string,
): readonly string[] {
  const names = (sent ?? []).map((text) => {
    const name = read(text);
    if (name === null) throw invalidValue(field, text, allowed);
    return name;
  });
  return [...new Set(names)];
}

function requireNames({ persons, rooms }: Pick<HoldTerms, 'persons' | 'rooms'>): void {
  const beyond = [...persons, ...rooms][MOST_HELD_NAMES];
  if (beyond === undefined) return;
  throw invalidValue('persons', beyond, `at most ${MOST_HELD_NAMES} people and rooms`);
}

export const personIn =
  (domain: ServiceDomain) =>
  (text: string): string | null =>
    text.includes('/') ? null : domain.parseMember(text, 'query');

export const roomIn =
  (domain: ServiceDomain) =>
  (text: string): string | null => {
    const at = text.indexOf('@');
    const room = at < 0 ? null : localpart(text.slice(0, at));
    const service = at < 0 ? null : serviceName(text.slice(at + 1), domain);
    return room && service && `${room}@${service}`;
  };
