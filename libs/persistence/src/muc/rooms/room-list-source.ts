import type { Affiliate, RoomDetails, RoomSelection } from '@chat-admin/domain/muc/rooms/room-list';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { Conditions } from '../../database/ordered-lists.js';
import type { ListSource } from '../../database/ordered-lists.js';
import { isShort, literal, SearchedTexts } from '../../database/search-text.js';
import { ROOM_READ, selectRooms } from './room-select.js';
import { SHOWN_MESSAGE } from '../history/shown-message.js';

const LAST_MESSAGE = `,
    (select sent_at from room_message where room_id = room.id and ${SHOWN_MESSAGE}
     order by sent_at desc, id desc limit 1) as "lastMessage"`;

/** Affiliations are read once the rooms of a page are known. */
export function roomSource(expandGroups: boolean, { lastMessage }: RoomDetails): ListSource {
  return {
    select: ROOM_READ,
    from: 'room',
    key: 'name',
    sorts: {
      roomName: { expression: 'name', kind: 'text' },
      // for its index
      naturalName: { expression: `(lower(coalesce(natural_name, '')) collate "C")`, kind: 'text' },
      creationDate: { expression: 'creation_date', kind: 'time' },
      modificationDate: { expression: 'modification_date', kind: 'time' },
    },
    complete: (rooms, more) =>
      selectRooms(rooms, expandGroups, `${lastMessage ? LAST_MESSAGE : ''}${more}`),
  };
}

const TEXTS = new SearchedTexts(['name', 'natural_name', 'description']);

const FLAGS = {
  persistent: ['persistent', 'not persistent'],
  membersOnly: ['members_only', 'not members_only'],
  moderated: ['moderated', 'not moderated'],
  passwordProtected: ['password is not null', 'password is null'],
} as const;

/** @param seesUnicode as {@link isShort} knows it */
export function selectedRooms(
  service: ServiceName,
  selection: RoomSelection,
  seesUnicode: boolean,
): Conditions {
  const { rooms, text, affiliated, banned, among } = selection;
  const conditions = new Conditions().scope((name) => `service = ${name}`, service);
  if (rooms === 'public') conditions.scope(() => 'public_room');
  if (rooms === 'none') conditions.scope(() => 'false');
  addSearch(conditions, selection, seesUnicode);
  if (text !== null && isShort(text, seesUnicode)) addBeginning(conditions, text);
  else if (text !== null) TEXTS.addTo(conditions, text, seesUnicode);
  for (const [flag, [is, isNot]] of Object.entries(FLAGS)) {
    const wanted = selection[flag as keyof typeof FLAGS];
    if (wanted !== null) conditions.add(() => (wanted ? is : isNot));
  }
  if (affiliated !== null) addAffiliate(conditions, affiliated, BELONGS);
  if (banned !== null) addAffiliate(conditions, banned, BANNED);
  if (among !== null) conditions.add((names) => `name = any (${names}::text[])`, among);
  return conditions;
}

/** Contract: muc-and-legacy 4 */
function addSearch(
  conditions: Conditions,
  { search, isPaged }: RoomSelection,
  seesUnicode: boolean,
): void {
  if (search === null) return;
  if (isPaged && isShort(search, seesUnicode)) {
    addBeginning(conditions, search);
    return;
  }
  const name = roomName(search);
  conditions.add(
    (natural, prepared) =>
      `(lower(natural_name) like lower(${natural}::text) or lower(name) like ${prepared}::text)`,
    `%${literal(search)}%`,
    name === null ? null : `%${literal(name)}%`, // finds nothing
  );
}

/** Of the prepared name. */
function addBeginning(conditions: Conditions, text: string): void {
  const name = roomName(text);
  if (name === null) conditions.add(() => 'false');
  else conditions.add((pattern) => `name like ${pattern}`, `${literal(name)}%`);
}

/** What the affiliations of a group, and those that a person holds, are to be. */
const BELONGS = {
  group: `affiliation <> 'outcast'`,
  person: `bool_or(affiliation in ('owner', 'admin'))
          or bool_or(affiliation = 'member') and not bool_or(affiliation = 'outcast')`,
} as const;
const BANNED = {
  group: `affiliation = 'outcast'`,
  person: `bool_or(affiliation = 'outcast') and not bool_or(affiliation in ('owner', 'admin'))`,
} as const;

/** In an array, which the planner takes for short: it never reads all rooms. Contract: muc-and-legacy 9.1 "Effective affiliation" */
function addAffiliate(
  conditions: Conditions,
  affiliate: Affiliate,
  wanted: typeof BELONGS | typeof BANNED,
): void {
  if (affiliate.kind === 'nobody') conditions.add(() => 'false');
  else if (affiliate.kind === 'group') {
    conditions.add(
      (group) => `id = any (array(
        select room_id from room_group_affiliation
        where group_name = ${group} and ${wanted.group}))`,
      affiliate.name,
    );
  } else {
    conditions.add(
      (jid) => `id = any (array(
        select room_id from (
          select room_id, affiliation from room_affiliation where jid = ${jid}
          union all
          select room_id, affiliation
          from group_member join room_group_affiliation using (group_name) where jid = ${jid}
        ) held
        group by room_id
        having ${wanted.person}))`,
      affiliate.jid,
    );
  }
}
