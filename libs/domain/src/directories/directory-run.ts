import type { Localpart } from '../shared/jid.js';
import type { Managed } from '../users/managed-objects.js';
import type { UserProperty } from '../users/user.js';
import type {
  DirectoryCursor,
  DirectoryEntry,
  DirectoryGroup,
  DirectoryPerson,
} from './directory-source.js';

export const RUN_MODES = ['changes', 'full'] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const RUN_STATUSES = [
  ...(['queued', 'reading', 'waiting', 'writing', 'done', 'failed', 'cancelled'] as const),
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const OUTCOMES = [
  ...(['created', 'updated', 'renamed', 'locked', 'unlocked', 'removed', 'failed'] as const),
] as const;
export type RunOutcome = (typeof OUTCOMES)[number];

/** What has become of the entries of a run. */
export type RunCounts = Readonly<
  Record<RunOutcome | 'read' | 'unchanged' | 'referrals' | 'strangers', number>
>;

export const NO_COUNTS: RunCounts = {
  ...{ read: 0, created: 0, updated: 0, renamed: 0, locked: 0, unlocked: 0, removed: 0 },
  ...{ unchanged: 0, failed: 0, referrals: 0, strangers: 0 },
};

/** What a run takes from people and groups that are managed already. */
export interface Affected {
  readonly people: {
    readonly locked: number;
    readonly removed: number;
    readonly renamed: number;
    readonly of: number;
  };
  readonly groups: { readonly removed: number; readonly renamed: number; readonly of: number };
  readonly memberships: { readonly removed: number; readonly of: number };
}

/** How a reading has ended, whose entries are staged. */
export interface StagedReading {
  readonly cursor: DirectoryCursor;
  /** of the entry of the file by which it was read */
  readonly digest: string;
  /** how many entries are staged */
  readonly staged: number;
  /** whether all that the directory has is staged, so that whatever is not is gone */
  readonly whole: boolean;
  /** whether the values of all are */
  readonly full: boolean;
}

/** In this order: who is gone makes room for others, and people come before the groups that they are in. */
export const PASSES = ['gone people', 'people', 'gone groups', 'groups'] as const;
export type Pass = (typeof PASSES)[number];

/** Up to which entry a run has come. */
export interface RunPosition {
  readonly pass: Pass;
  /** an external id */
  readonly after: string;
  /** of results */
  readonly lines: number;
}

/** Contract: extensions E13.10 */
export interface DirectoryRun {
  readonly id: string;
  readonly directory: string;
  readonly mode: RunMode;
  readonly dryRun: boolean;
  readonly status: RunStatus;
  readonly createdBy: string;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly counts: RunCounts;
  /** once everything has been compared */
  readonly affected: Affected | null;
  /** what somebody has confirmed */
  readonly confirmed: Affected | null;
  /** once everything has been read */
  readonly reading: StagedReading | null;
  /** while it is written */
  readonly position: RunPosition | null;
  readonly message: string | null;
}

/** A run as it is shown. */
export interface RunView
  extends
    Pick<DirectoryRun, 'id' | 'directory' | 'mode' | 'dryRun' | 'status' | 'created' | 'createdBy'>,
    Pick<DirectoryRun, 'started' | 'finished' | 'message'>,
    Omit<RunCounts, 'created'> {
  /** the outcome `created` */
  readonly added: number;
}

export function viewOf({ counts, ...run }: DirectoryRun): RunView {
  const { id, directory, mode, dryRun, status, createdBy, started, finished, message } = run;
  const { created: added, ...others } = { ...NO_COUNTS, ...counts };
  return {
    ...{ id, directory, mode, dryRun, status, created: run.created, createdBy, started, finished },
    ...{ ...others, added, message },
  };
}

export interface RunResult {
  readonly line: number;
  /** `/users/…` or `/groups/…`, with the name as it is afterwards; the external id where it has none */
  readonly object: string;
  readonly outcome: RunOutcome;
  /** fields */
  readonly changed: readonly string[];
  readonly exception: string | null;
  readonly message: string | null;
}

/** What is known of a directory between runs. */
export interface DirectoryState {
  readonly cursor: DirectoryCursor | null;
  /** of the entry of the file with which the cursor was made */
  readonly digest: string | null;
  /** digest of the entry that is followed; instances that have another one wait */
  readonly entry: string | null;
  readonly paused: boolean;
  readonly lastSuccess: Date | null;
  readonly lastFull: Date | null;
  /** no run of the schedule before */
  readonly nextAt: Date | null;
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly message: string | null;
}

export const FRESH_STATE: DirectoryState = {
  ...{ cursor: null, digest: null, entry: null, paused: false, lastSuccess: null, lastFull: null },
  ...{ nextAt: null, failingSince: null, failures: 0, message: null },
};

export interface StagedEntry {
  readonly kind: 'person' | 'group' | 'gone';
  readonly externalId: string;
  /** as it would be called here; null: it cannot be */
  readonly name: string | null;
  /** null: it is there, and has not changed */
  readonly doc: DirectoryEntry | null;
}

interface Named<D> {
  readonly externalId: string;
  readonly name: string | null;
  readonly doc: D;
  /** whether another entry would have the same name */
  readonly twice: boolean;
  /** by what the object of that name here is managed; `source` null: by nothing; null: there is none */
  readonly holder: Holder | null;
}

export interface Holder {
  readonly source: Managed['source'] | null;
  readonly externalId: string | null;
  readonly gone: boolean;
  /** the entry by which a user gets another name in the same run, which nobody else has or gets then */
  readonly becomes: { readonly name: Localpart; readonly doc: DirectoryPerson } | null;
  /** a user name that nobody else has */
  readonly aside: Localpart;
}

export interface PersonHere {
  readonly username: Localpart;
  readonly name: string | null;
  readonly email: string | null;
  readonly properties: readonly UserProperty[];
  /** those that the source managed until now */
  readonly fields: readonly string[];
  readonly keys: readonly string[];
  readonly goneSince: Date | null;
  readonly lockout: LockoutHere | null;
}

export interface LockoutHere {
  readonly author: string | null;
  readonly from: Date;
  readonly until: Date | null;
}

export interface StagedPerson extends Named<DirectoryPerson> {
  /** SHA-256 in hex of the vCard of the user, or of whoever has the name; null: there is none, or the entry has none */
  readonly vcard: string | null;
  readonly here: PersonHere | null;
}

export interface GroupHere {
  readonly name: string;
  readonly description: string | null;
}

/** Members are read where they are needed. */
export interface StagedGroup extends Named<DirectoryGroup> {
  readonly here: GroupHere | null;
}

export interface GoneObject {
  readonly externalId: string;
  readonly name: string;
  readonly goneSince: Date | null;
  readonly members: number;
}
