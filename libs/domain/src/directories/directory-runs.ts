import type { GroupRepository } from '../groups/group-repository.js';
import type { Localpart } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import type { SystemProperties } from '../system/system-properties.js';
import type {
  DirectoryRun,
  DirectoryState,
  GoneObject,
  RunMode,
  RunOutcome,
  RunResult,
  StagedEntry,
  StagedGroup,
  StagedPerson,
} from './directory-run.js';

export interface NewRun {
  readonly directory: string;
  readonly mode: RunMode;
  readonly dryRun: boolean;
  readonly createdBy: string;
}

/** A piece of what a pass goes over, by external id. */
export interface Piece {
  readonly source: string;
  readonly after: string;
  readonly limit: number;
}

/** How a directory is that has had a run, or was paused. */
export interface DirectoryStanding extends Pick<
  DirectoryState,
  'entry' | 'paused' | 'lastSuccess' | 'failingSince' | 'message'
> {
  readonly directory: string;
  /** what a run would do that waits; null: none does */
  readonly waits: string | null;
}

/** Another instance has the run, or somebody has cancelled it. */
export class RunLost extends Error {}

/** Runs of directories, what they have staged, and what became of it. Contract: extensions E13.10 */
export abstract class DirectoryRuns {
  abstract state(directory: string): Promise<DirectoryState>;
  /** All but `paused` and `entry`, which {@link pause} and {@link follow} set. */
  abstract putState(
    directory: string,
    change: Partial<Omit<DirectoryState, 'paused' | 'entry'>>,
  ): Promise<void>;
  /**
   * From now on this entry is followed, at once, unless one that is no older is followed by somebody who still has it.
   * @param ageMs for how long it has been this one where it is read; null: somebody asks for it
   */
  abstract follow(directory: string, digest: string, ageMs: number | null): Promise<void>;
  /** Somebody still has this entry, if it is the one that is followed; to be told every 30 s. */
  abstract keepEntry(directory: string, digest: string): Promise<void>;
  /** Whether the schedule begins no runs. @returns false if it was so already */
  abstract pause(directory: string, isPaused: boolean): Promise<boolean>;
  /** Of all directories, without what costs something for each person. */
  abstract standings(): Promise<readonly DirectoryStanding[]>;
  /** The clock that all instances share. */
  abstract now(): Promise<Date>;

  /** @returns null while one of the directory is not finished */
  abstract begin(run: NewRun): Promise<DirectoryRun | null>;
  abstract find(id: string): Promise<DirectoryRun | null>;
  /** The newest one; the one that is not finished, if there is one. */
  abstract last(directory: string): Promise<DirectoryRun | null>;
  /** The newest first. */
  abstract list(directory: string): OrderedList<DirectoryRun>;
  /** By line. @param outcome null: all */
  abstract results(id: string, outcome: RunOutcome | null): OrderedList<RunResult>;
  /** A run that waits is queued again; it may then do this, or less. @returns false if it does not wait */
  abstract confirm(id: string): Promise<boolean>;
  /** What it has staged is removed. Inside a transaction. @returns false if it is finished */
  abstract cancel(id: string, message: string | null): Promise<boolean>;
  /** Removes a run that is finished. */
  abstract remove(id: string): Promise<void>;
  /** Runs that wait for too long are cancelled, old ones removed with what they have left. */
  abstract tidy(): Promise<void>;

  /** The run, for `instance` alone. @returns null if it is finished or waits, or another one has it */
  abstract claim(id: string, instance: string): Promise<DirectoryRun | null>;
  /** Others do not take it over for the next 30 seconds. @throws RunLost */
  abstract renew(id: string, instance: string): Promise<void>;
  /** Stores how far it is. @throws RunLost */
  abstract save(run: DirectoryRun, instance: string): Promise<void>;
  /** Others may go on with it at once. */
  abstract release(id: string, instance: string): Promise<void>;

  abstract clear(id: string): Promise<void>;
  /** What is staged already stays; nothing is of a run that is finished. */
  abstract stage(id: string, entries: readonly StagedEntry[]): Promise<void>;
  abstract countStaged(id: string): Promise<number>;
  /** The number of its last result; 0: it has none. */
  abstract lastLine(id: string): Promise<number>;
  abstract addResults(id: string, results: readonly RunResult[]): Promise<void>;

  /** Those whose values are staged. */
  abstract people(id: string, piece: Piece): Promise<readonly StagedPerson[]>;
  abstract groups(id: string, piece: Piece): Promise<readonly StagedGroup[]>;
  /** Those that the source manages and no longer has. */
  abstract gone(
    run: DirectoryRun,
    kind: 'person' | 'group',
    piece: Piece,
  ): Promise<readonly GoneObject[]>;
  /**
   * What people are called here.
   * @param staged run in which those who are not here yet are staged; null: they are left out
   */
  abstract usernames(
    source: string,
    externalIds: readonly string[],
    staged: string | null,
  ): Promise<readonly Localpart[]>;
  /** What somebody whom the source manages is called now. */
  abstract usernameOf(source: string, externalId: string): Promise<Localpart | null>;
  /** How many a source manages. */
  abstract managed(source: string): Promise<{ readonly people: number; readonly groups: number }>;
  /** How many people the groups have that it manages. */
  abstract memberships(source: string): Promise<number>;
  /** Notes that the source has lost a user, or has it again. */
  abstract putGone(username: Localpart, isGone: boolean): Promise<void>;
}

/** What a run reads and writes. */
export interface RunPorts {
  readonly runs: DirectoryRuns;
  readonly groups: GroupRepository;
  readonly transactions: Transactions;
  readonly properties: SystemProperties;
  readonly domain: ServiceDomain;
}
