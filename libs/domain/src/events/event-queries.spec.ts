import { ScopeMissing, ScopeSet } from '../shared/scopes.js';
import { InMemoryEventLog } from '../testing/in-memory-event-log.js';
import { eventNames } from '../event-fields.js';
import { EventQueries, readTypes, visibleTypes } from './event-queries.js';
import type { TypesAsked } from './event-queries.js';
import type { StoredEvent } from './event.js';
import { EVENT_TYPES } from './event-types.js';

const anEvent = (id: number, more: Partial<StoredEvent> = {}): StoredEvent => ({
  ...{
    id,
    type: 'group.created',
    timestamp: new Date(0),
    actor: 'a',
    source: 'api',
    request: null,
  },
  ...{
    object: '/groups/a',
    previous: null,
    columns: [],
    added: [],
    removed: [],
    more: 0,
    traceparent: null,
  },
  ...more,
});

describe('types', () => {
  it.each([
    ['', Object.keys(EVENT_TYPES).length],
    ['*', Object.keys(EVENT_TYPES).length],
    ['user.*', 6],
    ['vcard.updated , room.*', 4],
  ])('of %j are known', (text, count) => {
    const { named, covered } = readTypes(text) as TypesAsked;
    expect(named.length + covered.length).toBe(count);
  });

  it('of words that are said again are the same', () => {
    expect(readTypes(Array(1000).fill('*').join())).toEqual(readTypes('*'));
  });

  it.each(['nope', 'user', 'user.', 'user.nope', '*.created', 'user.*,', 'USER.*'])(
    'of %j are not',
    (text) => expect(readTypes(text)).toHaveProperty('unknown'),
  );

  it('that are named need their scope, those of a wildcard are left out without it', () => {
    const scopes = new ScopeSet(['groups:read']);
    const asked = readTypes('*') as TypesAsked;
    expect([...visibleTypes(asked, scopes)]).toEqual([
      'group.created',
      'group.updated',
      'group.renamed',
      'group.deleted',
    ]);
    const named = readTypes('group.*,user.created') as TypesAsked;
    expect(() => visibleTypes(named, scopes)).toThrow(ScopeMissing);
  });
});

describe('a page', () => {
  const log = new InMemoryEventLog();
  const queries = new EventQueries(
    log,
    eventNames((name) => `${name}@groups`),
  );
  const all = new Set(Object.keys(EVENT_TYPES)) as ReadonlySet<keyof typeof EVENT_TYPES>;
  log.forgotten = 3;
  log.events = [anEvent(4), anEvent(5, { added: ['owner:\tcrew', 'member:a@b'] }), anEvent(6)];

  it.each([
    [null, [4, 5], true],
    ['3', [4, 5], true],
    ['5', [6], false],
    ['6', [], false],
  ])('after %j has %j', async (after, ids, hasMore) => {
    const page = await queries.page(after, all, 2);
    expect([page.events.map(({ id }) => id), page.hasMore]).toEqual([ids, hasMore]);
  });

  it.each([
    ['2', 'events-gone', 'Events up to 3 are no longer kept'],
    ['7', 'event-not-yet-happened', 'The event has not happened yet'],
    ['9'.repeat(40), 'event-not-yet-happened', 'The event has not happened yet'],
  ])('after %s is none', async (after, code, message) => {
    await expect(queries.page(after, all, 2)).rejects.toMatchObject({
      code,
      message,
      resource: after,
    });
    await expect(queries.place(after)).rejects.toMatchObject({ message });
  });

  it('names groups by their JID', async () => {
    const { events } = await queries.page('4', all, 1);
    expect(events[0]!.added).toEqual(['owner:crew@groups', 'member:a@b']);
  });

  it('that several read from the same place is read once, until there may be more', async () => {
    const first = queries.following(6);
    expect(queries.following(6)).toBe(first);
    queries.forgetShared();
    log.events = [...log.events, anEvent(7)];
    expect(await queries.following(6)).toMatchObject({ reached: 7, isLast: true });
    expect(await first).toMatchObject({ events: [], reached: 6 });
  });
});

it('fields have the names and the order of documents', () => {
  const { fieldsOf } = eventNames((name) => name);
  expect(
    fieldsOf('room.updated', [
      ...['allow_pm', 'broadcast_presence_roles', 'can_anyone_discover_jid', 'creation_date'],
      ...['max_users', 'moderated', 'natural_name', 'subject'],
    ]),
  ).toEqual([
    ...['naturalName', 'subject', 'creationDate', 'maxUsers', 'canAnyoneDiscoverJID', 'moderated'],
    ...['broadcastPresenceRoles', 'allowPM'],
  ]);
  const ofLockout = fieldsOf('lockout.updated', ['ends_at', 'reason', 'starts_at']);
  expect(ofLockout).toEqual(['reason', 'from', 'until']);
  const ofKey = fieldsOf('key.updated', ['allowed_addresses', 'expires_at', 'name', 'rate_limit']);
  expect(ofKey).toEqual(['name', 'allowedAddresses', 'rateLimit', 'expires']);
  expect(fieldsOf('group.updated', ['description', 'visible_to'])).toEqual([
    'visibleTo',
    'description',
  ]);
});
