import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import type { RosterEntry } from '@chat-admin/domain/users/roster';
import type { Entity, KeyedKind } from '../entities/entities.js';
import { ENGINE_DOMAIN } from '../target/target.js';
import type { Target } from '../target/target.js';
import type { MovedNode } from '../mapping/pep.js';
import type { MovedContact, MovedRoster } from '../mapping/rosters.js';
import type { MovedRoom } from '../mapping/rooms.js';
import type { Repositories } from './repositories.js';
import { secondsOf } from './sampling.js';

/** What is expected of a moved thing, and what the product reads of it; `found` null: there is nothing. */
export interface Reading {
  readonly expected: object;
  readonly found: object | null;
}

type Reader = (entity: Entity, here: Repositories, target: Target) => Promise<Reading>;

const sameValue = (entity: Entity) => entity.value as Readonly<Record<string, unknown>>;

/** Reads as API and chat server do. */
export const READINGS: { readonly [K in KeyedKind]: Reader } = {
  async properties(entity, _, target) {
    const sql = 'select value from system_property where key = $1';
    const [row] = await target.query<{ value: string }>(sql, [entity.target[0]]);
    return { expected: sameValue(entity), found: row ?? null };
  },
  async accounts(entity, { users }, target) {
    const [name] = entity.target as [Localpart];
    const { lastSeen: _lastSeen, ...expected } = sameValue(entity);
    const user = await users.find(name);
    const [row] = await target.query<{
      createdAt: Date;
      startsAt: Date | null;
      endsAt: Date | null;
    }>(
      `select created_at as "createdAt", starts_at as "startsAt", ends_at as "endsAt"
       from account left join lockout using (username) where username = $1`,
      [name],
    );
    const { startsAt, endsAt } = row ?? {};
    const lock = startsAt ? { startsAt, endsAt: endsAt ?? null } : null;
    return {
      expected,
      found: user && { ...user, createdAt: row?.createdAt, lockout: lock },
    };
  },
  async groups(entity, { groups }, target) {
    const { members, name, description, visibility, visibleTo, displayName } = sameValue(entity);
    const people = members as readonly { jid: string; isAdmin: boolean }[];
    const of = (isAdmin: boolean) =>
      people.filter((one) => one.isAdmin === isAdmin).map(({ jid }) => jid);
    const [row] = await target.query(
      `select visibility, visible_to as "visibleTo", display_name as "displayName"
       from user_group where name = $1`,
      [name],
    );
    const found = await groups.find(name as string);
    return {
      expected: {
        name,
        description,
        visibility,
        visibleTo,
        displayName,
        admins: of(true),
        members: of(false),
      },
      found: found && { ...found, ...row },
    };
  },
  async rosters(entity, { rosters }, target) {
    const { owner, contacts, requests } = sameValue(entity) as unknown as MovedRoster;
    const list = await rosters.list(owner);
    const stored = list === null ? [] : (await wholeList(list)).filter((one) => one.stored);
    const numbers = new Map(
      (
        await target.query<{ jid: string; subscription: number }>(
          'select jid, subscription from roster_item where owner = $1',
          [owner],
        )
      ).map((one) => [one.jid, one.subscription]),
    );
    // what shared groups show has the number of there, or none
    const shared = new Set<string>(
      stored.filter((one) => one.sharedGroups.length > 0).map(({ jid }) => jid),
    );
    const there = new Map<string, number>(contacts.map((one) => [one.jid, one.subscription]));
    const shown = (one: MovedContact | RosterEntry, number: number | undefined) => [
      ...[one.jid, one.nickname, one.groups],
      shared.has(one.jid) && (number === 0 || number === there.get(one.jid)) ? null : number,
    ];
    const [row] = await target.query<{ jids: string[] }>(
      `select array(select jid from roster_request where owner = $1 order by jid) as jids`,
      [owner],
    );
    return {
      expected: {
        contacts: contacts.map((one) => shown(one, one.subscription)),
        requests: requests.map(({ jid }) => jid),
      },
      found: {
        contacts: stored.map((one) => shown(one, numbers.get(one.jid))),
        requests: row!.jids,
      },
    };
  },
  async vcards(entity, { vcards }) {
    const xml = await vcards.find(entity.target[0] as Localpart);
    return { expected: { xml: sameValue(entity)['xml'] }, found: xml === null ? null : { xml } };
  },
  async services(entity, { services }) {
    const found = await services.find(entity.target[0] as ServiceName);
    return { expected: sameValue(entity), found };
  },
  async rooms(entity, { rooms }, target) {
    const { service, name, people, groups, ...options } = sameValue(entity) as unknown as MovedRoom;
    const found = await rooms.find(service as ServiceName, name as Localpart, false);
    const expected = Object.fromEntries(
      AFFILIATIONS.map((affiliation) => [`${affiliation}s`, holders(people, affiliation)]),
    );
    const [row] = await target.query<{ nicknames: string[][]; groups: string[]; here: string[] }>(
      `select array(select array[jid, nickname] from room_affiliation where room_id = room.id and nickname is not null
           order by jid collate "C") as nicknames,
         array(select affiliation || ' ' || group_name from room_group_affiliation where room_id = room.id
           order by 1) as groups,
         array(select name from user_group where name = any ($3)) as here
       from room where service = $1 and name = $2`,
      [service, name, groups.map((one) => one.name)],
    );
    const there = groups.filter((one) => row?.here.includes(one.name));
    return {
      expected: {
        ...{ ...options, ...expected },
        nicknames: people.filter((one) => one.nickname).map((one) => [one.jid, one.nickname]),
        groups: there.map((one) => `${one.affiliation} ${one.name}`).sort(),
      },
      found: found && {
        ...found,
        nicknames: row?.nicknames,
        groups: [...(row?.groups ?? [])].sort(),
      },
    };
  },
  async private(entity, _, target) {
    const { user, key, element } = sameValue(entity);
    const value = await stored(target, user as string, 'private', key as string);
    return { expected: { element }, found: value === null ? null : { element: JSON.parse(value) } };
  },
  async pep(entity, _, target) {
    const { user, node, settings, items, asPrivate } = sameValue(entity) as unknown as MovedNode;
    const value = await stored(target, user, 'pep', node);
    const alike = asPrivate && (await stored(target, user, 'private', asPrivate.key));
    const rows = await target.onEngine((query) =>
      query(
        `select key as id, "with" as publisher, value as payload, "when" as at from prosody.prosodyarchive
         where host = ${ENGINE_DOMAIN} and "user" = $1 and store = $2 order by sort_id`,
        [user, `pep_${node}`],
      ),
    );
    return {
      expected: {
        settings,
        items: items.map(({ id, publisher, payload, publishedAt }) => ({
          ...{ id, publisher, payload },
          at: secondsOf(publishedAt),
        })),
        private: asPrivate?.element ?? null,
      },
      found: {
        settings: value === null ? null : JSON.parse(value),
        items: rows,
        private: alike === null ? null : JSON.parse(alike),
      },
    };
  },
  async blocks(entity, _, target) {
    const { user, jids } = sameValue(entity);
    const rows = (await target.onEngine((query) =>
      query(
        `select key from prosody.prosody
         where host = ${ENGINE_DOMAIN} and "user" = $1 and store = 'blocklist' and key <> ''
         order by key collate "C"`,
        [user],
      ),
    )) as { key: string }[];
    return { expected: { jids }, found: { jids: rows.map(({ key }) => key) } };
  },
};

const holders = (people: MovedRoom['people'], affiliation: Affiliation): readonly string[] =>
  people.filter((one) => one.affiliation === affiliation).map(({ jid }) => jid);

async function stored(
  target: Target,
  user: string,
  store: string,
  key: string,
): Promise<string | null> {
  const rows = (await target.onEngine((query) =>
    query(
      `select value from prosody.prosody
       where host = ${ENGINE_DOMAIN} and "user" = $1 and store = $2 and key = $3`,
      [user, store, key],
    ),
  )) as { value: string }[];
  return rows[0]?.value ?? null;
}
