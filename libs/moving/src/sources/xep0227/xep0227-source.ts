import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { attributeOf, type Element } from '../../xml.js';
import type { Report, ReportEntry } from '../../report.js';
import { isGrowing, type Kind, KINDS, type RowsByKind } from '../../rows.js';
import { type RowsOptions, type Source, type SourceFacts, SourceRefused } from '../../source.js';
import { type Batches, type Cells, each } from '../cells.js';
import { Scratch } from '../scratch.js';
import { sorted } from '../sorted.js';
import { accountRow, blockRows, privateRows, rosterRows, vcardRows } from './account-rows.js';
import { archiveRows, offlineRows, pepRows } from './stored-rows.js';
import { type FoundUser, usersOf } from './users-of-file.js';

type Row = RowsByKind[Kind];
type Rows = (username: string, user: Element, host: string, report: Report) => readonly Row[];

const READERS: Partial<Readonly<Record<Kind, Rows>>> = {
  accounts: (username, user, _host, report) => [accountRow(username, user, report)],
  rosters: (username, user, _host, report) => rosterRows(username, user, report),
  vcards: vcardRows,
  offline: offlineRows,
  private: privateRows,
  pep: (username, user, host) => pepRows(username, host, user),
  blocks: blockRows,
  archive: (username, user, host) => archiveRows(username, host, user),
};

/** What rows of a kind are sorted by, behind the name; growing kinds are not. */
function keyOf(row: Row): string[] {
  if ('rosterID' in row) return [row.jid];
  if ('privateData' in row) return [row.namespace, row.name];
  if ('isDefault' in row) return [row.name];
  if (!('nodeID' in row)) return [];
  return row.type === 'node' ? [row.nodeID] : [row.nodeID, row.creationDate ?? '', row.id];
}

export interface Xep0227Options {
  /** which of several hosts */
  readonly host?: string;
  readonly scratch?: string;
}

/** Files of XEP-0227. Each kind is a pass over all of them, one user at a time. */
export class Xep0227Source implements Source {
  private constructor(
    private readonly files: readonly string[],
    private readonly host: string,
    private readonly scratch: Scratch,
    readonly facts: SourceFacts,
    private readonly counts: ReadonlyMap<Kind, number>,
  ) {}

  /**
   * @param path a file, or the folder that has it
   * @throws SourceRefused
   */
  static async open(path: string, options: Xep0227Options = {}): Promise<Xep0227Source> {
    const { files, bytes } = await rootsOf(path);
    const report: ReportEntry[] = [];
    const counts = new Map<Kind, number>();
    const hosts = new Set<string>();
    for await (const { host, user } of allUsers(files, (entry) => void report.push(entry))) {
      if (host === null) throw new SourceRefused(`A user of ${path} belongs to no host.`);
      hosts.add(host);
      if (options.host !== undefined && host !== options.host) continue;
      for (const [kind, rows] of Object.entries(READERS) as [Kind, Rows][]) {
        const found = rows(attributeOf(user, 'name') ?? '', user, host, () => {});
        counts.set(kind, (counts.get(kind) ?? 0) + found.length);
      }
    }
    const host = options.host ?? only(hosts, path);
    if (!hosts.has(host)) throw new SourceRefused(`${path} has no host ${host}.`);
    return new Xep0227Source(
      files,
      host,
      new Scratch(options.scratch),
      {
        ...{ form: 'xep-0227', server: 'XEP-0227', schema: null, tables: new Map(), domain: host },
        kinds: new Set(Object.keys(READERS) as Kind[]),
        lost: [...missingKinds(), ...report],
        ...{ stopped: null, mayWrite: null, bytes },
        unreadable: new Map(),
      },
      counts,
    );
  }

  async count(kind: Kind): Promise<{ rows: number; estimated: boolean }> {
    return { rows: this.counts.get(kind) ?? 0, estimated: false };
  }

  async *rows<K extends Kind>(
    kind: K,
    { since, report = () => {} }: RowsOptions = {},
  ): AsyncGenerator<RowsByKind[K]> {
    const cells = this.cells(kind, report);
    const ordered = isGrowing(kind) ? cells : sorted(cells, [0, 1, 2, 3], this.scratch);
    for await (const row of each(ordered)) {
      const found = JSON.parse(row.at(-1)!) as RowsByKind[K];
      if (since === undefined || isSince(found, since)) yield found;
    }
  }

  async connections(): Promise<[]> {
    return [];
  }

  async close(): Promise<void> {}

  private async *cells(kind: Kind, report: Report): Batches {
    const rows = READERS[kind];
    if (!rows) return;
    // what the files themselves lack was said when they were opened
    for await (const { host, user } of allUsers(this.files, () => {})) {
      if (host !== this.host) continue;
      const username = attributeOf(user, 'name') ?? '';
      yield rows(username, user, host, report).map((row): Cells => {
        const [first = '', second = '', third = ''] = keyOf(row);
        return [username, first, second, third, JSON.stringify(row)];
      });
    }
  }
}

async function* allUsers(files: readonly string[], report: Report): AsyncGenerator<FoundUser> {
  for (const file of files) yield* usersOf(file, report);
}

/** Of the kinds that grow; what has no date counts as 1970. */
function isSince(row: Row, since: Date): boolean {
  if ('sentDate' in row) return Number(row.sentDate ?? 0) >= since.getTime();
  if ('messageID' in row && 'creationDate' in row) {
    return Number(row.creationDate ?? 0) >= since.getTime();
  }
  return true;
}

/** A folder's own files; those with another root are there to be included. */
async function rootsOf(path: string): Promise<{ files: string[]; bytes: number }> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new SourceRefused(`${path} does not exist.`);
  if (found.isFile()) return { files: [await realpath(path)], bytes: found.size };
  const names = (await readdir(path)).filter((name) => name.endsWith('.xml')).sort();
  if (names.length === 0) throw new SourceRefused(`${path} has no XML files.`);
  const files: string[] = [];
  let bytes = 0;
  for (const name of names) {
    files.push(await realpath(join(path, name)));
    bytes += (await stat(join(path, name))).size;
  }
  return { files: files.length > 1 ? await withServerData(files) : files, bytes };
}

async function withServerData(files: readonly string[]): Promise<string[]> {
  const roots: string[] = [];
  for (const file of files) {
    const handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    await handle.close();
    if (/<(?:\w+:)?server-data[\s>/]/.test(buffer.toString('latin1', 0, bytesRead))) {
      roots.push(file);
    }
  }
  if (roots.length === 0) throw new SourceRefused('No file of the folder has server-data.');
  return roots;
}

function only(hosts: ReadonlySet<string>, path: string): string {
  const [first, ...others] = [...hosts].sort();
  if (first === undefined) throw new SourceRefused(`${path} has no users.`);
  if (others.length > 0) {
    throw new SourceRefused(
      `${path} has several hosts: ${[first, ...others].join(', ')}. Name one.`,
    );
  }
  return first;
}

function missingKinds(): ReportEntry[] {
  const text = 'XEP-0227 does not hold them.';
  return KINDS.filter((kind) => !(kind in READERS)).map((kind) => ({
    ...{ kind, name: kind, code: 'kind-missing', text },
  }));
}
