import type { Report, ReportEntry } from './report.js';
import type { Kind, MessageRow, RoomRow, RowsByKind, UserColumns } from './rows.js';

/** What a source is, known when it is opened. */
export interface SourceFacts {
  readonly form: 'postgresql' | 'mysql' | 'hsqldb' | 'xep-0227' | 'rest';
  /** for people: `PostgreSQL 15.8`, `HSQLDB 2.7.4`, `XEP-0227` */
  readonly server: string;
  /** number of `ofVersion`; names the schema, decides nothing. Null where there is none */
  readonly schema: number | null;
  /** columns that were found, by table, both in lower case */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** property `xmpp.domain`, or what the form tells; null: look into openfire.xml */
  readonly domain: string | null;
  /** kinds that it has, and that have rows as a rule */
  readonly kinds: ReadonlySet<Kind>;
  /** of kinds that it ought to have: why they cannot be read as a whole, and what mends it */
  readonly unreadable: ReadonlyMap<Kind, readonly string[]>;
  /** whole kinds and fields that it cannot give, and tables that are not moved, with their rows */
  readonly lost: readonly ReportEntry[];
  /** false: HSQLDB's files were copied while the server ran, or after a crash */
  readonly stopped: boolean | null;
  /** whether its role may write, which it need not; null: does not apply */
  readonly mayWrite: boolean | null;
  /** bytes that it takes on its disk; null: unknown */
  readonly bytes: number | null;
}

/** A link to another server or component: reported as lines for Prosody's configuration. */
export interface ConnectionRow {
  readonly type: 'component' | 'server';
  /** subdomain of a component, domain of a server */
  readonly name: string;
  readonly secret: string | null;
  readonly remotePort: number | null;
  readonly permission: string | null;
}

/** Lines of a room by the names of the source. */
export interface RoomLines extends Pick<MessageRow, 'services' | 'room'> {
  readonly lines: number;
  /** of them */
  readonly older: number;
}

/** Of accounts that exist: what decides between two names that become one. */
export interface AccountHead extends Pick<UserColumns, 'modificationDate'> {
  readonly username: string;
}

export type RoomHead = Pick<RoomRow, 'services' | 'name' | 'modificationDate' | 'canDiscoverJID'>;

export interface RowsOptions {
  /** of growing kinds only rows at or after it; others give all. Bad dates count as 1970 */
  readonly since?: Date;
  /** takes what could not be read, once per pass */
  readonly report?: Report;
}

/**
 * One consistent state of what is moved, only read. Rows stream with back pressure, memory is flat; passes may be repeated and
 * give the same again. One pass at a time.
 */
export interface Source {
  readonly facts: SourceFacts;
  /**
   * How many rows {@link rows} gives, by the owners' table alone, so names without an own row are not counted.
   * Exact, but for `estimated`.
   */
  count(kind: Kind): Promise<{ readonly rows: number; readonly estimated: boolean }>;
  /** @throws SourceFailed */
  rows<K extends Kind>(kind: K, options?: RowsOptions): AsyncIterable<RowsByKind[K]>;
  /** In any order, where that is cheaper than whole rows. */
  accountHeads?(): AsyncIterable<AccountHead>;
  roomHeads?(): AsyncIterable<RoomHead>;
  /**
   * How many of the rows of `messages` belong to which room, where that is cheap.
   * @param since as of {@link rows}
   * @param before what `older` is
   */
  linesOfRooms?(since: Date | null, before: Date): AsyncIterable<RoomLines>;
  connections(): Promise<readonly ConnectionRow[]>;
  /** Ends the snapshot, and removes copies. */
  close(): Promise<void>;
}

/** The source is not what can be read, or was written to in a way that cannot be followed. Nothing was changed; exit 2. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
}

/** Accounts, groups, services, rooms and properties decide what becomes of all else. */
const CONTEXT: readonly Kind[] = ['properties', 'accounts', 'groups', 'services', 'rooms'];

/** Why a pass over these kinds would take for empty what it cannot read. */
export function unreadable({ facts }: Source, kinds: Iterable<Kind>): readonly string[] {
  const needed = new Set([...CONTEXT, ...kinds]);
  return [...new Set([...needed].flatMap((kind) => facts.unreadable.get(kind) ?? []))];
}

/** @throws SourceRefused */
export function requireReadable(source: Source, kinds: Iterable<Kind>): void {
  const faults = unreadable(source, kinds);
  if (faults.length > 0) throw new SourceRefused(faults.join('\n'));
}

/** The source ended or broke while it was read; the same line may be repeated. Exit 6. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
}
