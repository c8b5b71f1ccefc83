import type { Maker } from '../access/maker.js';
import type { JobType } from './job-types.js';

export const JOB_STATUSES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a line does with a user or group that exists. */
export const ON_EXISTING = ['fail', 'skip', 'update'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

/** What the groups of a line are to a user: more of them, or all. */
export const GROUPS_OF_LINES = ['add', 'set'] as const;
export type GroupsOfLines = (typeof GROUPS_OF_LINES)[number];

/** What becomes of a table with columns that its type does not have. */
export const UNKNOWN_COLUMNS = ['fail', 'ignore'] as const;
export type UnknownColumns = (typeof UNKNOWN_COLUMNS)[number];

export const LINE_OUTCOMES = ['created', 'updated', 'removed', 'unchanged', 'failed'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

export const MOST_LINES = { things: 'lines', most: 1_000_000 };
/** bytes of one line, without its end */
export const MOST_LINE_BYTES = 64 * 1024;
/** that are not finished */
export const MOST_JOBS = 100;
/** lines that are one transaction */
export const LINES_OF_A_BATCH = 100;
/** how long finished jobs are kept, in days */
export const JOB_RETENTION_DAYS = 7;

export interface JobOptions {
  readonly type: JobType;
  /** nothing is changed, only checked */
  readonly dryRun: boolean;
  readonly onExisting: OnExisting;
  /** of users */
  readonly groups: GroupsOfLines;
  readonly generatePasswords: boolean;
  /** of affiliations and rooms that name none */
  readonly service: string;
}

/** Whose rights a job has: those of the upload. */
export interface JobMaker extends Maker {
  /** whether it was uploaded with the session of a browser. Contract: extensions E12, X-3 */
  readonly isAtConsole: boolean;
}

/** Contract: extensions E7.2 */
export interface Job {
  readonly id: string;
  readonly type: JobType;
  readonly status: JobStatus;
  readonly dryRun: boolean;
  readonly onExisting: OnExisting;
  readonly created: Date;
  readonly createdBy: string;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly lines: number;
  readonly processed: number;
  readonly succeeded: number;
  readonly unchanged: number;
  readonly failed: number;
  /** whether generated passwords can be fetched, now or once the job is finished */
  readonly passwords: boolean;
  readonly message: string | null;
}

export interface JobResult {
  /** the first one is 1 */
  readonly line: number;
  /** path below the root, as in events; `null` if it could not be read */
  readonly object: string | null;
  readonly outcome: LineOutcome;
  readonly exception: string | null;
  readonly message: string | null;
  readonly detail: string | null;
  /** of a line that was only checked: what is allowed, and most likely a mistake */
  readonly warning: string | null;
}

export interface GeneratedPassword {
  readonly username: string;
  readonly password: string;
}

export const isFinished = ({ status }: Pick<Job, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

interface LineDetail {
  /** what is allowed; absent from what older versions have kept */
  readonly detail?: string;
}

/** A line as it is kept: members by name, or why it cannot be read. */
export type RawLine =
  | {
      readonly read: object;
      /** what the step before has left, of a line that goes in steps */
      readonly progress?: unknown;
    }
  | ({ readonly unreadable: string } & LineDetail)
  /** the whole message */
  | ({ readonly invalid: string } & LineDetail);
