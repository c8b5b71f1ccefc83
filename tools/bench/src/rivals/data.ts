import { type Bed, USERS } from '../bed.js';
import { NUMBER_WIDTH } from '../load/load-job.js';
import { Ejabberd } from './ejabberd.js';

/** in the roster that is listed */
export const FRIENDS = 200;
/** in the room and in the group that are read */
export const PEOPLE = 20;
const ROOMS = 1_000;
const HOST = 'example.org';
const SERVICE = `conference.${HOST}`;

const named = (prefix: string, count: number, width = NUMBER_WIDTH) =>
  `(select '${prefix}' || lpad(n::text, ${width}, '0') as name from generate_series(0, ${count - 1}) n) given`;
/** the users that the bed creates have longer numbers */
const users = () => named('user', USERS, NUMBER_WIDTH + 3);

const aRoom = (name: string) => ({
  name,
  service: SERVICE,
  host: HOST,
  options: [{ name: 'persistent', value: 'true' }],
});

/** Accounts for `requests` requests of each kind, and what is read. */
export async function fillOurs(bed: Bed, requests: number): Promise<void> {
  const statements = [
    ...['doomed', 'joiner', 'locked'].map(
      (prefix) => `insert into account (username) select name from ${named(prefix, requests)}`,
    ),
    `insert into account (username) values ('busy'), ('popular')`,
    `insert into roster_item (owner, jid, nickname, subscription, groups)
     select 'popular', name || '@${HOST}', name, 3, '{Friends}' from ${named('friend', FRIENDS)}`,
    ...['crew', 'crowd'].map(
      (name) => `insert into user_group (name, shared) values ('${name}', false)`,
    ),
    `insert into group_member (group_name, jid, is_admin)
     select 'crew', name || '@${HOST}', false from ${named('person', PEOPLE)}`,
    `insert into chat_service (name, hidden) values ('conference', false) on conflict do nothing`,
    `insert into room (service, name, creation_date, modification_date)
     select 'conference', name, now(), now() from ${named('hall', ROOMS - 1)}
     union all select 'conference', 'crew', now(), now()`,
    `insert into room_affiliation (room_id, jid, affiliation)
     select room.id, given.name || '@${HOST}', 'member' from ${named('person', PEOPLE)}, room
     where room.name = 'crew'
     union all select id, 'zoe@${HOST}', 'owner' from room where name = 'crew'`,
  ];
  for (const statement of statements) await bed.sql(statement);
}

/** The same for ejabberd; its accounts are copies of one that it has created. */
export async function fillEjabberd(bed: Bed, ejabberd: Ejabberd, requests: number): Promise<void> {
  await ejabberd.call('register', { user: 'busy', host: HOST, password: 'of the bench' });
  const accounts = (given: string) => `
    insert into users (username, password, serverkey, salt, iterationcount)
    select name, password, serverkey, salt, iterationcount from users, ${given} where username = 'busy'`;
  const statements = [
    accounts(users()),
    ...['doomed', 'joiner', 'locked'].map((prefix) => accounts(named(prefix, requests))),
    `insert into vcard (username, vcard)
     select name, '<vCard xmlns=''vcard-temp''><NICKNAME>' || name || '</NICKNAME></vCard>' from ${users()}`,
    `insert into rosterusers (username, jid, nick, subscription, ask, askmessage, server, subscribe, type)
     select 'popular', name || '@${HOST}', name, 'B', 'N', '', 'N', '', 'item' from ${named('friend', FRIENDS)}`,
    `insert into rostergroups (username, jid, grp)
     select 'popular', name || '@${HOST}', 'Friends' from ${named('friend', FRIENDS)}`,
    `insert into sr_user (jid, grp) select name || '@${HOST}', 'crew' from ${named('person', PEOPLE)}`,
  ];
  for (const statement of statements) await bed.sql(statement, Ejabberd.DATABASE);
  for (const group of ['crew', 'crowd']) {
    const text = { name: group, description: group, display: '' };
    await ejabberd.call('srg_create', { group, host: HOST, ...text });
  }
  for (let room = 0; room < ROOMS - 1; room += 1) {
    const name = `hall${String(room).padStart(NUMBER_WIDTH, '0')}`;
    await ejabberd.call('create_room_with_opts', aRoom(name));
  }
  await ejabberd.call('create_room_with_opts', aRoom('crew'));
  for (let person = 0; person < PEOPLE; person += 1) {
    await ejabberd.call('set_room_affiliation', {
      name: 'crew',
      service: SERVICE,
      jid: `person${String(person).padStart(NUMBER_WIDTH, '0')}@${HOST}`,
      affiliation: 'member',
    });
  }
}
