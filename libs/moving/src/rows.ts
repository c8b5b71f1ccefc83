/**
 * What all sources give, kind by kind, in the order in which they are moved.
 *
 * Values are as found: texts keep NUL, lone surrogates and blanks, numbers that are none stay out of range. Only what differs
 * between databases for the same data is made equal: texts of the type {@link Ms} lose the blanks of `CHAR(15)`, numbers are
 * numbers or null, ids are digits. A column that a schema lacks is null.
 *
 * What hangs on a name comes with the row of that name; where there is no such row, it comes alone (`user: null`), since the name
 * may become one after preparation. What hangs on a number that does not exist is reported as `reference-missing`.
 *
 * Rows come sorted by the key that each type names, compared by UTF-16 units. {@link GROWING} kinds come in the order of the source.
 */
export const KINDS = [
  'properties',
  'accounts',
  'groups',
  'rosters',
  'vcards',
  'services',
  'rooms',
  'audit',
  'messages',
  'offline',
  'private',
  'pep',
  'blocks',
  'archive',
] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds of which `since` can ask for the newer part. */
export const GROWING = ['audit', 'messages', 'offline', 'archive'] as const;
export type GrowingKind = (typeof GROWING)[number];

export function isGrowing(kind: Kind): kind is GrowingKind {
  return (GROWING as readonly Kind[]).includes(kind);
}

/** Milliseconds since 1970 as text, usually zero padded to 15 digits; may be anything. Read it with `millisecondsOf`. */
export type Ms = string;
/** A whole number of 64 bits, as digits: JSON and JavaScript have none. */
export type Digits = string;

export interface NamedValue {
  readonly name: string;
  readonly propValue: string | null;
}

/** Key: name. */
export interface PropertyRow extends NamedValue {
  /** 1: the value is encrypted; null before schema 26 */
  readonly encrypted: number | null;
  /** base64 of 16 bytes; null before schema 27 */
  readonly iv: string | null;
}

export interface ScramColumns {
  readonly salt: string | null;
  readonly storedKey: string | null;
  readonly serverKey: string | null;
  readonly iterations: number | null;
}

/** A row of `ofUserScram`, or a `scram-credentials` of XEP-0227. */
export interface MechanismKeys extends ScramColumns {
  /** `SCRAM-SHA-1`, `SCRAM-SHA-256`, … as found */
  readonly mechanism: string;
}

/** A row of `ofUser`; the columns of {@link ScramColumns} are the ones in it. */
export interface UserColumns extends ScramColumns {
  readonly plainPassword: string | null;
  readonly encryptedPassword: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly creationDate: Ms | null;
  readonly modificationDate: Ms | null;
}

export interface FlagColumns {
  readonly name: string;
  readonly startTime: Ms | null;
  readonly endTime: Ms | null;
}

export interface PresenceColumns {
  readonly offlineDate: Ms | null;
  readonly offlinePresence: string | null;
}

/** Key: username. */
export interface AccountRow {
  readonly username: string;
  /** null: only properties, flags, keys or a presence of that name exist */
  readonly user: UserColumns | null;
  /** by name */
  readonly properties: readonly NamedValue[];
  /** by name */
  readonly flags: readonly FlagColumns[];
  /** by mechanism */
  readonly scram: readonly MechanismKeys[];
  readonly presence: PresenceColumns | null;
}

export interface MemberColumns {
  /** local part, or JID if it has an `@` */
  readonly username: string;
  readonly administrator: number | null;
}

/** Key: groupName. */
export interface GroupRow {
  readonly groupName: string;
  /** null: only members or properties of that name exist */
  readonly group: { readonly description: string | null } | null;
  /** by name */
  readonly properties: readonly NamedValue[];
  /** by username, then administrator; one person may have both rows */
  readonly members: readonly MemberColumns[];
}

/** One contact. Key: username, jid, rosterID. */
export interface RosterRow {
  readonly username: string;
  readonly jid: string;
  /** null where the source has none */
  readonly rosterID: Digits | null;
  readonly nick: string | null;
  /** 0 none, 1 to, 2 from, 3 both, -1 removed */
  readonly sub: number | null;
  /** -1 none, 0 subscribe, 1 unsubscribe */
  readonly ask: number | null;
  /** -1 none, 1 subscribe, 2 unsubscribe */
  readonly recv: number | null;
  /** the request, from schema 33 */
  readonly stanza: string | null;
  /** the contact may see the account without asking (RFC 6121, 3.4) */
  readonly isApproved?: true;
  /** by rank */
  readonly groups: readonly string[];
}

/** Key: username. */
export interface VCardRow {
  readonly username: string;
  readonly vcard: string | null;
}

/** Key: subdomain. */
export interface ServiceRow {
  /** not always unique: old versions gave 1 twice. Null where the source has none */
  readonly serviceID: Digits | null;
  readonly subdomain: string;
  readonly description: string | null;
  readonly isHidden: number | null;
  /** by name; before schema 17 the properties `xmpp.muc.*` without that start */
  readonly properties: readonly NamedValue[];
}

export interface AffiliationColumns {
  readonly jid: string;
  /** 10 owner, 20 admin, 40 outcast */
  readonly affiliation: number | null;
}

export interface RoomMemberColumns {
  readonly jid: string;
  readonly nickname: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly url: string | null;
  readonly email: string | null;
  readonly faqentry: string | null;
}

/** Numbers of `ofMucRoom`, 1 for true where they are booleans. */
export const ROOM_NUMBERS = [
  'canChangeSubject',
  'maxUsers',
  'publicRoom',
  'moderated',
  'membersOnly',
  'canInvite',
  'canDiscoverJID',
  'logEnabled',
  'rolesToBroadcast',
  'useReservedNick',
  'canChangeNick',
  'canRegister',
  'allowpm',
  'fmucEnabled',
] as const;

/** Texts of `ofMucRoom`. */
export const ROOM_TEXTS = [
  'naturalName',
  'description',
  'roomPassword',
  'subject',
  'creationDate',
  'modificationDate',
  'lockedDate',
  'emptyDate',
] as const;

type RoomColumns = { readonly [C in (typeof ROOM_NUMBERS)[number]]: number | null } & {
  readonly [C in (typeof ROOM_TEXTS)[number]]: string | null;
};

/** Where a room or a line belongs: {@link services} has one, none (`reference-missing`), or two subdomains (an id that is there twice). */
export interface InServices {
  /** subdomains of the service, sorted */
  readonly services: readonly string[];
}

/** Key: first of services (none: empty), name, roomID. */
export interface RoomRow extends RoomColumns, InServices {
  readonly serviceID: Digits | null;
  readonly roomID: Digits | null;
  readonly name: string;
  /** by jid */
  readonly affiliations: readonly AffiliationColumns[];
  /** by jid */
  readonly members: readonly RoomMemberColumns[];
}

/** Growing, by entryStamp. */
export interface AuditRow {
  readonly msgID: Digits;
  readonly username: string | null;
  /** milliseconds since 1970 */
  readonly entryStamp: Digits | null;
  readonly summary: string | null;
  readonly node: string | null;
  readonly details: string | null;
}

/** Growing, by logTime. */
export interface MessageRow extends InServices {
  /** from schema 24 on */
  readonly messageID: Digits | null;
  readonly roomID: Digits | null;
  /** null: there is no such room */
  readonly room: string | null;
  readonly sender: string | null;
  readonly nickname: string | null;
  readonly logTime: Ms | null;
  readonly subject: string | null;
  readonly body: string | null;
  /** from schema 24 on */
  readonly stanza: string | null;
}

/** Growing, by creationDate. */
export interface OfflineRow {
  readonly username: string;
  /** null where the source has none */
  readonly messageID: Digits | null;
  readonly creationDate: Ms | null;
  readonly stanza: string | null;
}

/** Key: username, namespace, name. */
export interface PrivateRow {
  readonly username: string;
  /** name of the root element */
  readonly name: string;
  readonly namespace: string;
  readonly privateData: string | null;
}

export interface NodeColumns {
  readonly leaf: number | null;
  readonly creationDate: Ms | null;
  readonly modificationDate: Ms | null;
  readonly persistItems: number | null;
  readonly maxItems: number | null;
  readonly sendItemSubscribe: number | null;
  readonly accessModel: string | null;
  readonly publisherModel: string | null;
  readonly payloadType: string | null;
  readonly creator: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly affiliations: readonly NodeAffiliation[];
}

export interface NodeAffiliation {
  readonly jid: string;
  readonly affiliation: string | null;
}

interface InNode {
  /** bare JID of the owner, or the name of a pubsub service */
  readonly serviceID: string;
  readonly nodeID: string;
}

/** A node; its items follow. */
export interface PepNodeRow extends InNode {
  readonly type: 'node';
  /** null: only items of that name exist */
  readonly node: NodeColumns | null;
  /** how many items follow */
  readonly items: number;
}

export interface PepItemRow extends InNode {
  readonly type: 'item';
  readonly id: string;
  readonly jid: string | null;
  readonly creationDate: Ms | null;
  readonly payload: string | null;
}

/** Key: serviceID, nodeID; a node before its items, these by creationDate (oldest first), then id. */
export type PepRow = PepNodeRow | PepItemRow;

/** Key: username, name. */
export interface BlockRow {
  readonly username: string;
  readonly name: string;
  readonly isDefault: number | null;
  /** the `list` element, or XEP-0191's `blocklist` items in it */
  readonly list: string | null;
}

/** Growing, by sentDate. */
export interface ArchiveRow {
  /** digits of Openfire; any text of XEP-0227 */
  readonly messageID: string | null;
  readonly conversationID: Digits | null;
  readonly fromJID: string | null;
  readonly fromJIDResource: string | null;
  readonly toJID: string | null;
  readonly toJIDResource: string | null;
  /** milliseconds since 1970 */
  readonly sentDate: Digits | null;
  readonly stanza: string | null;
  readonly body: string | null;
  readonly isPMforJID: string | null;
  /** whose archive it is in, where the source keeps one per account; else both sides' */
  readonly owner: string | null;
}

export interface RowsByKind {
  readonly properties: PropertyRow;
  readonly accounts: AccountRow;
  readonly groups: GroupRow;
  readonly rosters: RosterRow;
  readonly vcards: VCardRow;
  readonly services: ServiceRow;
  readonly rooms: RoomRow;
  readonly audit: AuditRow;
  readonly messages: MessageRow;
  readonly offline: OfflineRow;
  readonly private: PrivateRow;
  readonly pep: PepRow;
  readonly blocks: BlockRow;
  readonly archive: ArchiveRow;
}
