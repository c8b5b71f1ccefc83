import type { ReportEntry } from '../../report.js';
import { type Kind, KINDS, type RowsByKind } from '../../rows.js';
import type {
  AccountHead,
  ConnectionRow,
  RoomHead,
  RoomLines,
  RowsOptions,
  Source,
  SourceFacts,
} from '../../source.js';
import { type Batches, each, integer } from '../cells.js';
import type { Scratch } from '../scratch.js';
import { accountHeads, accounts, groups, properties, vcards } from './accounts.js';
import { archive, audit, linesOfRooms, messages, offline } from './growing.js';
import { blocks, pep, privateData } from './personal.js';
import type { Reading } from './reading.js';
import { roomHeads, rooms } from './rooms.js';
import { rosters } from './rosters.js';
import { services } from './services.js';
import { unreadableKinds } from './needed-tables.js';
import { Schema, type Tables } from './tables.js';

const READERS: { readonly [K in Kind]: (reading: Reading) => Batches<RowsByKind[K]> } = {
  properties,
  accounts,
  groups,
  rosters,
  vcards,
  services,
  rooms,
  audit,
  messages,
  offline,
  private: privateData,
  pep,
  blocks,
  archive,
};

/** The tables whose rows count, by kind. */
const OWNERS: { readonly [K in Kind]: readonly string[] } = {
  properties: ['ofProperty'],
  accounts: ['ofUser'],
  groups: ['ofGroup'],
  rosters: ['ofRoster'],
  vcards: ['ofVCard'],
  services: ['ofMucService'],
  rooms: ['ofMucRoom'],
  audit: ['ofSecurityAuditLog'],
  messages: ['ofMucConversationLog'],
  offline: ['ofOffline'],
  private: ['ofPrivate'],
  pep: ['ofPubsubNode', 'ofPubsubItem'],
  blocks: ['ofPrivacyList'],
  archive: ['ofMessageArchive'],
};

/** Tables that hang on others, or are read by {@link Source.connections}. */
const MOVED_TOO = [
  ...['ofUserProp', 'ofUserFlag', 'ofUserScram', 'ofPresence', 'ofGroupProp', 'ofGroupUser'],
  ...['ofRosterGroups', 'ofMucServiceProp', 'ofMucAffiliation', 'ofMucMember'],
  ...['ofPubsubAffiliation', 'ofExtComponentConf', 'ofRemoteServerConf'],
];

/** What an engine tells of itself. */
export type EngineFacts = Pick<
  SourceFacts,
  'form' | 'server' | 'stopped' | 'mayWrite' | 'bytes' | 'lost'
>;

/** Openfire's database, whatever the engine. */
export class OpenfireSource implements Source {
  private readonly schema: Schema;

  private constructor(
    private readonly tables: Tables,
    private readonly scratch: Scratch,
    readonly facts: SourceFacts,
  ) {
    this.schema = new Schema(tables);
  }

  /** @returns the source, which owns both, and closes them */
  static async of(tables: Tables, scratch: Scratch, engine: EngineFacts): Promise<OpenfireSource> {
    const schema = new Schema(tables);
    const kinds = KINDS.filter((kind) => OWNERS[kind].some((table) => schema.has(table)));
    const number = await version(schema);
    const unreadable = unreadableKinds(schema, tables, number);
    const before17 = schema.has('ofMucRoom') && !schema.has('ofMucService');
    return new OpenfireSource(tables, scratch, {
      ...engine,
      schema: number,
      unreadable,
      tables: tables.found,
      domain: unreadable.has('properties') ? null : await domain(schema),
      kinds: new Set(before17 ? [...kinds, 'services'] : kinds),
      lost: [...engine.lost, ...(await dropped(tables, schema))],
    });
  }

  async count(kind: Kind): Promise<{ rows: number; estimated: boolean }> {
    if (kind === 'services' && !this.schema.has('ofMucService')) {
      return { rows: this.facts.kinds.has('services') ? 1 : 0, estimated: false };
    }
    let rows = 0;
    for (const table of OWNERS[kind]) rows += await this.schema.count(table);
    return { rows, estimated: false };
  }

  rows<K extends Kind>(kind: K, options: RowsOptions = {}): AsyncIterable<RowsByKind[K]> {
    const reader = READERS[kind] as (reading: Reading) => Batches<RowsByKind[K]>;
    return each(reader(this.reading(options)));
  }

  accountHeads(): AsyncIterable<AccountHead> {
    return each(accountHeads(this.reading()));
  }

  roomHeads(): AsyncIterable<RoomHead> {
    return each(roomHeads(this.reading()));
  }

  linesOfRooms(since: Date | null, before: Date): AsyncIterable<RoomLines> {
    return linesOfRooms(this.reading(since === null ? {} : { since }), before);
  }

  private reading({ report = () => {}, since = null }: Partial<Reading> = {}): Reading {
    const { schema, scratch } = this;
    return { schema, scratch, report, since };
  }

  async connections(): Promise<ConnectionRow[]> {
    const found: ConnectionRow[] = [];
    const components = this.schema.read('ofExtComponentConf', [
      ...['subdomain', 'secret', 'permission'],
    ]);
    for await (const [name, secret, permission] of each(components)) {
      found.push({
        ...{ type: 'component', name: name ?? '', secret: secret!, remotePort: null },
        permission: permission!,
      });
    }
    const servers = this.schema.read('ofRemoteServerConf', [
      ...['xmppDomain', 'remotePort', 'permission'],
    ]);
    for await (const [name, remotePort, permission] of each(servers)) {
      found.push({
        ...{ type: 'server', name: name ?? '', secret: null, remotePort: integer(remotePort) },
        permission: permission!,
      });
    }
    return found;
  }

  close(): Promise<void> {
    return this.tables.close();
  }
}

/** Old installations name themselves `wildfire`. */
async function version(schema: Schema): Promise<number | null> {
  for await (const [name, number] of each(schema.read('ofVersion', ['name', 'version']))) {
    if (name === 'openfire' || name === 'wildfire') return integer(number);
  }
  return null;
}

async function domain(schema: Schema): Promise<string | null> {
  for await (const [name, value] of each(schema.read('ofProperty', ['name', 'propValue']))) {
    if (name === 'xmpp.domain') return value!.trim() || null;
  }
  return null;
}

async function dropped(tables: Tables, schema: Schema): Promise<ReportEntry[]> {
  const moved = new Set(
    [...Object.values(OWNERS).flat(), ...MOVED_TOO].map((t) => schema.nameOf(t)),
  );
  const entries: ReportEntry[] = [];
  for (const name of [...tables.found.keys()].sort()) {
    if (moved.has(name) || tables.denied.has(name)) continue;
    const text = 'This table is not moved.';
    const count = await tables.count(name);
    if (count === 0) continue;
    entries.push({ kind: 'source', name, code: 'table-dropped', text, count });
  }
  return entries;
}
