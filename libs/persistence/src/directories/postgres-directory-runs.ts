import { FRESH_STATE, NO_COUNTS } from '@chat-admin/domain/directories/directory-run';
import type {
  DirectoryRun,
  DirectoryState,
  GoneObject,
  Holder,
  RunOutcome,
  RunResult,
  StagedEntry,
  StagedGroup,
  StagedPerson,
} from '@chat-admin/domain/directories/directory-run';
import { DirectoryRuns, RunLost } from '@chat-admin/domain/directories/directory-runs';
import type {
  DirectoryStanding,
  NewRun,
  Piece,
} from '@chat-admin/domain/directories/directory-runs';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import type { UserProperty } from '@chat-admin/domain/users/user';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { byNumber } from '../database/numbered-list.js';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import * as sql from './directory-statements.js';

const RUNS: ListSource = {
  select: sql.RUN,
  from: 'directory_run',
  key: 'directory_run.id',
  keyType: 'bigint',
  sorts: { key: { expression: 'directory_run.id', kind: 'text' } },
};

const RESULTS: ListSource = {
  select: sql.RESULT,
  from: 'directory_result',
  key: 'line',
  keyType: 'bigint',
  sorts: { key: { expression: 'line', kind: 'text' } },
};

interface HolderRow {
  readonly held: boolean;
  readonly heldBy: string | null;
  readonly heldAs: string | null;
  readonly holderGone: boolean;
  readonly becomes: Holder['becomes'];
  readonly aside: Holder['aside'];
}

type PersonRow = Omit<StagedPerson, 'here' | 'holder'> &
  HolderRow & {
    readonly username: Localpart | null;
    readonly fields: readonly string[];
    readonly keys: readonly string[];
    readonly goneSince: Date | null;
    readonly nameHere: string | null;
    readonly emailHere: string | null;
    readonly propertiesHere: readonly UserProperty[];
    readonly locked: boolean;
    readonly author: string | null;
    readonly lockedFrom: Date;
    readonly lockedUntil: Date | null;
  };

type GroupRow = Omit<StagedGroup, 'here' | 'holder'> &
  HolderRow & { readonly groupName: string | null; readonly description: string | null };

export class PostgresDirectoryRuns extends DirectoryRuns {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  async state(directory: string): Promise<DirectoryState> {
    const [row] = (await this.db.run<DirectoryState & object>(sql.state, [directory])).rows;
    return row ?? FRESH_STATE;
  }

  async putState(directory: string, change: Partial<DirectoryState>): Promise<void> {
    const state = { ...(await this.state(directory)), ...change };
    const { cursor, digest, lastSuccess, lastFull, nextAt } = state;
    await this.db.run(sql.putState, [
      ...[directory, json(cursor), digest, lastSuccess, lastFull, nextAt],
      ...[state.failingSince, state.failures, state.message],
    ]);
  }

  async follow(directory: string, digest: string, ageMs: number | null): Promise<void> {
    await this.db.run(sql.follow, [directory, digest, ageMs]);
  }

  async keepEntry(directory: string, digest: string): Promise<void> {
    await this.db.run(sql.keepEntry, [directory, digest]);
  }

  pause(directory: string, isPaused: boolean): Promise<boolean> {
    return this.changes(sql.pause, [directory, isPaused]);
  }

  async standings(): Promise<readonly DirectoryStanding[]> {
    return (await this.db.run<DirectoryStanding & object>(sql.standings)).rows;
  }

  async now(): Promise<Date> {
    return (await this.db.run<{ readonly now: Date }>(sql.now)).rows[0]!.now;
  }

  async begin({ directory, mode, dryRun, createdBy }: NewRun): Promise<DirectoryRun | null> {
    const values = [directory, mode, dryRun, createdBy, json(NO_COUNTS)];
    return (await this.db.run<DirectoryRun & object>(sql.begin, values)).rows[0] ?? null;
  }

  async find(id: string): Promise<DirectoryRun | null> {
    return (await this.db.run<DirectoryRun & object>(sql.find, [id])).rows[0] ?? null;
  }

  async last(directory: string): Promise<DirectoryRun | null> {
    return (await this.db.run<DirectoryRun & object>(sql.last, [directory])).rows[0] ?? null;
  }

  list(directory: string): OrderedList<DirectoryRun> {
    const conditions = new Conditions().scope((name) => `directory = ${name}`, directory);
    return byNumber<DirectoryRun & object>(this.streams, RUNS, conditions, { descending: true });
  }

  results(id: string, outcome: RunOutcome | null): OrderedList<RunResult> {
    const conditions = new Conditions().scope((run) => `run_id = ${run}`, id);
    if (outcome !== null) conditions.add((wanted) => `outcome = ${wanted}`, outcome);
    return byNumber<RunResult & object>(this.streams, RESULTS, conditions, { descending: false });
  }

  confirm(id: string): Promise<boolean> {
    return this.changes(sql.confirm, [id]);
  }

  async cancel(id: string, message: string | null): Promise<boolean> {
    if (!(await this.changes(sql.cancel, [id, message]))) return false;
    await this.clear(id);
    return true;
  }

  async remove(id: string): Promise<void> {
    await this.db.run(sql.remove, [id]);
  }

  async tidy(): Promise<void> {
    for (const one of [sql.expire, sql.removeStages, sql.removeResults, sql.removeRuns]) {
      await this.db.run(one);
    }
  }

  async claim(id: string, instance: string): Promise<DirectoryRun | null> {
    return (await this.db.run<DirectoryRun & object>(sql.claim, [id, instance])).rows[0] ?? null;
  }

  renew(id: string, instance: string): Promise<void> {
    return this.held(sql.renew, [id, instance]);
  }

  save(run: DirectoryRun, instance: string): Promise<void> {
    const { id, status, counts, affected, reading, position, message } = run;
    return this.held(sql.save, [
      ...[id, instance, status, json(counts), json(affected), json(reading)],
      ...[json(position), message],
    ]);
  }

  async release(id: string, instance: string): Promise<void> {
    await this.db.run(sql.release, [id, instance]);
  }

  async clear(id: string): Promise<void> {
    await this.db.run(sql.clear, [id]);
  }

  async stage(id: string, entries: readonly StagedEntry[]): Promise<void> {
    await this.db.run(sql.stage, [
      id,
      entries.map(({ kind }) => kind),
      entries.map(({ externalId }) => externalId),
      entries.map(({ name }) => name),
      entries.map(({ doc }) => json(doc)),
    ]);
  }

  async countStaged(id: string): Promise<number> {
    return (await this.db.run<{ readonly count: number }>(sql.countStaged, [id])).rows[0]!.count;
  }

  async lastLine(id: string): Promise<number> {
    return (await this.db.run<{ readonly line: number }>(sql.lastLine, [id])).rows[0]!.line;
  }

  async addResults(id: string, results: readonly RunResult[]): Promise<void> {
    await this.db.run(sql.addResults, [id, json(results)]);
  }

  async people(id: string, piece: Piece): Promise<readonly StagedPerson[]> {
    const { rows } = await this.db.run<PersonRow>(sql.people, of(id, piece));
    return rows.map((row) => ({
      ...namedOf(row),
      doc: { ...row.doc, disabledFrom: row.doc.disabledFrom && new Date(row.doc.disabledFrom) },
      vcard: row.vcard,
      here: row.username && {
        username: row.username,
        name: row.nameHere,
        email: row.emailHere,
        properties: row.propertiesHere,
        fields: row.fields,
        keys: row.keys,
        goneSince: row.goneSince,
        lockout: row.locked
          ? { author: row.author, from: row.lockedFrom, until: row.lockedUntil }
          : null,
      },
    }));
  }

  async groups(id: string, piece: Piece): Promise<readonly StagedGroup[]> {
    const { rows } = await this.db.run<GroupRow>(sql.groups, of(id, piece));
    return rows.map((row) => ({
      ...namedOf(row),
      doc: row.doc,
      here: row.groupName === null ? null : { name: row.groupName, description: row.description },
    }));
  }

  async gone(
    { id, reading }: DirectoryRun,
    kind: 'person' | 'group',
    piece: Piece,
  ): Promise<readonly GoneObject[]> {
    const statement = kind === 'person' ? sql.gonePeople : sql.goneGroups;
    const values = [...of(id, piece), reading!.whole];
    return (await this.db.run<GoneObject & object>(statement, values)).rows;
  }

  async usernames(
    source: string,
    externalIds: readonly string[],
    staged: string | null,
  ): Promise<readonly Localpart[]> {
    if (externalIds.length === 0) return [];
    type Row = { readonly username: Localpart };
    const { rows } = await this.db.run<Row>(sql.usernames, [source, externalIds, staged]);
    return rows.map(({ username }) => username);
  }

  async usernameOf(source: string, externalId: string): Promise<Localpart | null> {
    type Row = { readonly username: Localpart };
    const { rows } = await this.db.run<Row>(sql.usernameOf, [source, externalId]);
    return rows[0]?.username ?? null;
  }

  async managed(source: string) {
    type Row = { readonly people: number; readonly groups: number };
    return (await this.db.run<Row>(sql.managed, [source])).rows[0]!;
  }

  async memberships(source: string): Promise<number> {
    type Row = { readonly memberships: number };
    return (await this.db.run<Row>(sql.memberships, [source])).rows[0]!.memberships;
  }

  async putGone(username: Localpart, isGone: boolean): Promise<void> {
    await this.db.run(sql.putGone, [username, isGone]);
  }

  private async changes(statement: Statement, values: readonly unknown[]): Promise<boolean> {
    return (await this.db.run(statement, values)).count > 0;
  }

  private async held(statement: Statement, values: readonly unknown[]): Promise<void> {
    if (!(await this.changes(statement, values))) throw new RunLost();
  }
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const of = (id: string, { source, after, limit }: Piece) => [id, source, after, limit];

function namedOf(row: PersonRow | GroupRow) {
  const { externalId, name, twice, heldBy, heldAs, holderGone, becomes, aside } = row;
  const holder: Holder | null = row.held
    ? { source: heldBy, externalId: heldAs, gone: holderGone, becomes, aside }
    : null;
  return { externalId, name, twice, holder };
}
