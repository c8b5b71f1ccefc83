/** How a column is declared: `ms` is CHAR(15), `short` a VARCHAR(15), `name` a VARCHAR, `text` a long text, `clob` one that HSQLDB 2 keeps apart. */
export type ColumnType = 'int' | 'long' | 'ms' | 'short' | 'name' | 'text' | 'clob' | 'time';

export interface ColumnOf {
  readonly name: string;
  readonly type: ColumnType;
  /** first schema that has it */
  readonly since: number;
  /** first schema that has it no more */
  readonly until: number;
  /** before this schema it had another name */
  readonly renamed?: { readonly at: number; readonly from: string };
}

export interface TableOf {
  readonly name: string;
  readonly since: number;
  readonly until: number;
  readonly columns: readonly ColumnOf[];
  readonly key: readonly string[];
}

const FIRST = 11;
const NEVER = 99;

type Spec = string;

/** `name:type[:since[-until]][:at<from]`, the first ones marked with `*` are the key. */
function column(spec: Spec): ColumnOf & { inKey: boolean } {
  const [head, type, range = '', old = ''] = spec.split(':');
  const [since, until] = range.split('-');
  const [at, from] = old.split('<');
  return {
    inKey: head!.startsWith('*'),
    name: head!.replace('*', ''),
    type: type as ColumnType,
    since: Number(since || FIRST),
    until: Number(until || NEVER),
    ...(from ? { renamed: { at: Number(at), from } } : {}),
  };
}

function table(name: string, specs: string, since = FIRST, until = NEVER): TableOf {
  const columns = specs.trim().split(/\s+/).map(column);
  const key = columns.filter(({ inKey }) => inKey).map((one) => one.name);
  return { name, since, until, columns: columns.map(({ inKey: _, ...one }) => one), key };
}

/** Openfire's tables as far as they are known here, by their newest names. */
export const TABLES: readonly TableOf[] = [
  table(
    'ofUser',
    `*username:name plainPassword:name::13<password encryptedPassword:name name:name email:name creationDate:short
     modificationDate:short storedKey:name:22-40 serverKey:name:22-40 salt:name:22-40 iterations:int:22-40`,
  ),
  table(
    'ofUserScram',
    '*username:name *mechanism:name salt:name iterations:int storedKey:name serverKey:name',
    39,
  ),
  table('ofUserProp', '*username:name *name:name propValue:text'),
  table('ofUserFlag', '*username:name *name:name startTime:short endTime:short', 15),
  table(
    'ofOffline',
    '*username:name *messageID:long creationDate:ms messageSize:int stanza:text::13<message',
  ),
  table('ofPresence', '*username:name offlinePresence:text offlineDate:ms'),
  table(
    'ofRoster',
    '*rosterID:long username:name jid:name sub:int ask:int recv:int nick:name stanza:text:33',
  ),
  table('ofRosterGroups', '*rosterID:long *rank:int groupName:name'),
  table('ofVCard', '*username:name vcard:text::13<value'),
  table('ofGroup', '*groupName:name description:name'),
  table('ofGroupProp', '*groupName:name *name:name propValue:text'),
  table('ofGroupUser', '*groupName:name *username:name *administrator:int'),
  table('ofID', '*idType:int id:long'),
  table('ofProperty', '*name:name propValue:text encrypted:int:26 iv:name:27'),
  table('ofVersion', '*name:name version:int'),
  table('ofExtComponentConf', '*subdomain:name wildcard:int:21 secret:name permission:name'),
  table('ofRemoteServerConf', '*xmppDomain:name remotePort:int permission:name'),
  table('ofPrivacyList', '*username:name *name:name isDefault:int list:text'),
  table(
    'ofPrivate',
    '*username:name *name:name *namespace:name privateData:text::13<value',
    FIRST,
    29,
  ),
  table('ofSASLAuthorized', '*username:name *principal:name', FIRST, 37),
  table(
    'ofSecurityAuditLog',
    '*msgID:long username:name entryStamp:long summary:name node:name details:text',
    16,
  ),
  table('ofMucService', 'serviceID:long *subdomain:name description:name isHidden:int:18', 17),
  table('ofMucServiceProp', '*serviceID:long *name:name propValue:text', 17),
  table(
    'ofMucRoom',
    `serviceID:long:17 *roomID:long creationDate:ms modificationDate:ms name:name naturalName:name description:name
     lockedDate:ms emptyDate:ms canChangeSubject:int maxUsers:int publicRoom:int moderated:int membersOnly:int
     canInvite:int roomPassword:name::13<password canDiscoverJID:int logEnabled:int subject:text rolesToBroadcast:int
     useReservedNick:int canChangeNick:int canRegister:int allowpm:int:23 fmucEnabled:int:29 retireOnDeletion:int:34`,
  ),
  table('ofMucRoomProp', '*roomID:long *name:name propValue:text'),
  table('ofMucAffiliation', '*roomID:long *jid:name affiliation:int'),
  table(
    'ofMucMember',
    `*roomID:long *jid:name nickname:name firstName:name lastName:name url:name email:name faqentry:name`,
  ),
  table(
    'ofMucConversationLog',
    `roomID:long messageID:long:24 sender:name nickname:name logTime:ms::12<time subject:name body:text
     stanza:text:24`,
  ),
  table('ofMucRoomRetiree', '*serviceID:long *name:name reason:name retiredAt:time', 37),
  table(
    'ofPubsubNode',
    `*serviceID:name *nodeID:name leaf:int creationDate:ms modificationDate:ms persistItems:int maxItems:int
     sendItemSubscribe:int publisherModel:name accessModel:name payloadType:name creator:name description:name name:name`,
  ),
  table('ofPubsubAffiliation', '*serviceID:name *nodeID:name *jid:name affiliation:name'),
  table(
    'ofPubsubItem',
    '*serviceID:name *nodeID:name *id:name jid:name creationDate:ms payload:clob',
  ),
  table(
    'ofMessageArchive',
    `messageID:long:24 conversationID:long fromJID:name fromJIDResource:name toJID:name toJIDResource:name
     sentDate:long stanza:text:24 body:text isPMforJID:name:34`,
    21,
  ),
];

export interface TableHere {
  /** the newest name */
  readonly of: string;
  /** the name in that schema */
  readonly name: string;
  /** the newest name of each column, and that in this schema; what came later stands at the end, as upgrades leave it */
  readonly columns: readonly {
    readonly of: string;
    readonly name: string;
    readonly type: ColumnType;
  }[];
  readonly key: readonly string[];
}

/** The tables of one schema. */
export function tablesOf(schema: number): readonly TableHere[] {
  const lives = ({ since, until }: { since: number; until: number }) =>
    since <= schema && schema < until;
  return TABLES.filter(lives).map(({ name, columns, key }) => ({
    of: name,
    name: nameIn(schema, name),
    columns: columns
      .filter(lives)
      .toSorted((a, b) => a.since - b.since)
      .map((one) => ({
        of: one.name,
        name: one.renamed && schema < one.renamed.at ? one.renamed.from : one.name,
        type: one.type,
      })),
    key,
  }));
}

function nameIn(schema: number, name: string): string {
  if (schema >= 19 || name === 'ofMessageArchive') return name;
  const rest = name.slice(2);
  return /^(Muc|Pubsub)/.test(rest) ? rest[0]!.toLowerCase() + rest.slice(1) : `jive${rest}`;
}

/** Those that the project's fixtures cover. */
export const SCHEMAS = [11, 12, 13, 16, 17, 18, 21, 22, 24, 28, 29, 33, 37, 38, 39, 40] as const;
