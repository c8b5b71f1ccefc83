import { requireScopes } from '../shared/scopes.js';
import type { ScopeSet } from '../shared/scopes.js';
import { EventNotYetHappened, EventsGone } from './errors.js';
import type { EventLog, EventPlace } from './event-log.js';
import type { Event, EventNames, StoredEvent } from './event.js';
import { EVENT_TYPES } from './event-types.js';
import type { EventType } from './event-types.js';

/** The types that a reader has asked for. */
export interface TypesAsked {
  /** by name: whoever may not see one is refused */
  readonly named: readonly EventType[];
  /** by a wildcard: those that the reader may see */
  readonly covered: readonly EventType[];
}

const ALL_TYPES = Object.keys(EVENT_TYPES) as readonly EventType[];
/** All that can be asked for: types, and wildcards for those with the same beginning. */
export const TYPE_WORDS: readonly string[] = [
  ...ALL_TYPES,
  ...new Set(ALL_TYPES.map((type) => type.replace(/\..*/, '.*'))),
  '*',
];
/** Of the id of an event. */
export const EVENT_ID_PATTERN = '^[0-9]{1,40}$';
/** What an event is told by. */
export const AN_EVENT = 'the id of an event';

/** Wherever types are named. */
export const TYPES_ALLOWED = 'types of events, such as user.created, user.* or *';

const READ_AT_ONCE = 500;

/** @param text such as `user.*,room.created`; empty: all. @returns the first that is unknown */
export function readTypes(text: string): TypesAsked | { readonly unknown: string } {
  return readTypeWords(text === '' ? ['*'] : text.split(',').map((one) => one.trim()));
}

/** @param words such as `user.*`. @returns the first that is unknown */
export function readTypeWords(words: readonly string[]): TypesAsked | { readonly unknown: string } {
  const named: EventType[] = [];
  const covered: EventType[] = [];
  for (const word of new Set(words)) {
    const found = typesOf(word);
    if (found.length === 0) return { unknown: word };
    (word.endsWith('*') ? covered : named).push(...found);
  }
  return { named, covered };
}

/** Those that a word means: a type, `user.*` or `*`; none if it is unknown. */
export function typesOf(word: string): readonly EventType[] {
  if (word === '*') return ALL_TYPES;
  if (!word.endsWith('.*')) return ALL_TYPES.filter((type) => type === word);
  return ALL_TYPES.filter((type) => type.startsWith(word.slice(0, -1)));
}

/** @throws ScopeMissing for a type that is named. Contract: extensions E8.2 */
export function visibleTypes(asked: TypesAsked, scopes: ScopeSet): ReadonlySet<EventType> {
  requireScopes(
    scopes,
    asked.named.map((type) => EVENT_TYPES[type]),
  );
  const covered = asked.covered.filter((type) => scopes.covers(EVENT_TYPES[type]));
  return new Set([...asked.named, ...covered]);
}

/** All that these scopes show. */
export function readableTypes(scopes: ScopeSet): ReadonlySet<EventType> {
  return visibleTypes({ named: [], covered: ALL_TYPES }, scopes);
}

/** Contract: extensions E8.2 */
export class EventQueries {
  private shared: { readonly after: number; readonly page: Promise<EventPage> } | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly names: EventNames,
  ) {}

  /**
   * The next events, oldest first.
   * @param sent an id; `null`: from the oldest kept
   * @throws EventsGone
   */
  async page(
    sent: string | null,
    types: ReadonlySet<EventType>,
    limit: number,
  ): Promise<{ readonly events: readonly Event[]; readonly hasMore: boolean }> {
    const after = idOf(sent ?? '0');
    const isAll = types.size === ALL_TYPES.length;
    const asked = { after, types: isAll ? null : [...types], limit: limit + 1 };
    const { events, ...place } = await this.log.read(asked);
    if (sent !== null) requireKept(sent, place);
    const shown = events.slice(0, limit).map((event) => this.shown(event));
    return { events: shown, hasMore: events.length > limit };
  }

  /** Where a stream begins. @param sent an id; `null`: with the next event. @throws EventsGone */
  async place(sent: string | null): Promise<number> {
    const { events: _, ...place } = await this.log.read({ after: 0, types: null, limit: 0 });
    if (sent === null) return place.last;
    requireKept(sent, place);
    return idOf(sent);
  }

  /**
   * What follows an id, in pieces, for readers that go on from there. Those who have come equally far
   * share what is read, until `forgetShared`.
   */
  following(after: number): Promise<EventPage> {
    if (this.shared?.after === after) return this.shared.page;
    const page = this.read(after);
    this.shared = { after, page };
    return page;
  }

  /** Those of the ids that are kept. */
  async find(ids: readonly number[]): Promise<readonly Event[]> {
    return (await this.log.find(ids)).map((event) => this.shown(event));
  }

  /** There may be new events. */
  forgetShared(): void {
    this.shared = null;
  }

  private async read(after: number): Promise<EventPage> {
    const found = await this.log.read({ after, types: null, limit: READ_AT_ONCE });
    const events = found.events.map((event) => this.shown(event));
    const reached = events.length < READ_AT_ONCE ? found.last : events.at(-1)!.id;
    return { events, reached: Math.max(after, reached), isLast: events.length < READ_AT_ONCE };
  }

  private shown({ columns, added, removed, ...event }: StoredEvent): Event {
    const named = (entry: string) => {
      const [affiliation, group] = entry.split('\t');
      return group === undefined ? entry : affiliation! + this.names.groupJid(group);
    };
    const people = { added: added.map(named), removed: removed.map(named) };
    return { ...event, changed: this.names.fieldsOf(event.type, columns), ...people };
  }
}

export interface EventPage {
  readonly events: readonly Event[];
  /** the id to go on from, higher than that of the last event where those behind are none of these */
  readonly reached: number;
  readonly isLast: boolean;
}

/** As number; higher than all ids, if it is. */
const idOf = (sent: string): number => Math.min(Number(sent), Number.MAX_SAFE_INTEGER);

function requireKept(sent: string, { forgotten, last }: EventPlace): void {
  const id = idOf(sent);
  if (id > last) throw new EventNotYetHappened(sent);
  if (id >= forgotten) return;
  throw new EventsGone(forgotten, sent);
}
