import { KINDS } from '../../rows.js';
import type { Kind } from '../../rows.js';
import type { Schema, Tables } from './tables.js';

/** A table, and the schemas that have it: from the first one to before the last one. From none: it may be missing. */
type Needed = string | readonly [table: string, since: number, until?: number];

const NEVER = Infinity;

/** What a schema has of each kind, or may have. `ofMessageArchive` is a plugin's; lists of connections are reported in each pass. */
const NEEDED: Readonly<Record<Kind, readonly Needed[]>> = {
  properties: ['ofProperty', ['ofExtComponentConf', NEVER], ['ofRemoteServerConf', NEVER]],
  accounts: ['ofUser', 'ofUserProp', ['ofUserFlag', 15], ['ofUserScram', 39], 'ofPresence'],
  groups: ['ofGroup', 'ofGroupProp', 'ofGroupUser'],
  rosters: ['ofRoster', 'ofRosterGroups'],
  vcards: ['ofVCard'],
  services: [
    ['ofMucService', 17],
    ['ofMucServiceProp', 17],
  ],
  rooms: ['ofMucRoom', 'ofMucAffiliation', 'ofMucMember'],
  audit: [['ofSecurityAuditLog', 16]],
  messages: ['ofMucConversationLog'],
  offline: ['ofOffline'],
  private: [['ofPrivate', 0, 29]],
  pep: ['ofPubsubNode', 'ofPubsubItem', 'ofPubsubAffiliation'],
  blocks: ['ofPrivacyList'],
  archive: [['ofMessageArchive', NEVER]],
};

/**
 * Which kinds cannot be read as a whole, and why: a table that is missing, or that the role may not read, which some engines do not tell
 * apart. To take it for empty would remove what was imported of it.
 * @param number of the schema; null: unknown, so only what all have is expected
 */
export function unreadableKinds(
  schema: Schema,
  tables: Tables,
  number: number | null,
): ReadonlyMap<Kind, readonly string[]> {
  const faults = KINDS.map((kind) => {
    const texts = NEEDED[kind].flatMap((needed) => {
      const [table, since = 0, until = Infinity] = typeof needed === 'string' ? [needed] : needed;
      const found = schema.nameOf(table);
      if (found !== null) return tables.denied.has(found) ? [denied(tables, found)] : [];
      const isExpected =
        number === null ? typeof needed === 'string' : number >= since && number < until;
      return isExpected ? [missing(tables, nameIn(number, table), number)] : [];
    });
    return [kind, texts] as const;
  });
  return new Map(faults.filter(([, texts]) => texts.length > 0));
}

const denied = (tables: Tables, name: string): string =>
  `The role in --source may not read ${name}: ${tables.grant(name)!}`;

function missing(tables: Tables, name: string, number: number | null): string {
  const has = number === null ? 'each schema has' : `schema ${number} has`;
  const grant = tables.hidesDenied ? tables.grant(name) : null;
  return grant === null
    ? `There is no table ${name}, which ${has}.`
    : `There is no table ${name}, which ${has}, or the role in --source may not read it: ${grant}`;
}

/** As the scripts of Openfire write it. */
function nameIn(number: number | null, table: string): string {
  if (number === null || number >= 19) return table;
  const rest = table.slice(2);
  return /^(Muc|Pubsub)/.test(rest) ? rest[0]!.toLowerCase() + rest.slice(1) : `jive${rest}`;
}
