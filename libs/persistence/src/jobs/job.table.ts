import type { GeneratedPassword } from '@chat-admin/domain/jobs/job';
import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { bytes, code, flag, moment, text } from '../database/columns.js';

/** `uploading` and `removed` ones are seen by nobody. */
export interface JobRow {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly dryRun: boolean;
  readonly onExisting: string;
  readonly generatePasswords: boolean;
  /** what those of a line are to a user */
  readonly groups: string;
  /** of affiliations and rooms that name none */
  readonly service: string;
  readonly makerId: string;
  readonly makerName: string;
  readonly makerKind: string;
  readonly makerScopes: string[];
  readonly atConsole: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly lines: number;
  readonly processed: number;
  readonly succeeded: number;
  readonly unchanged: number;
  readonly failed: number;
  /** how many were generated */
  readonly passwords: number;
  readonly passwordsFetchedAt: Date | null;
  readonly message: string | null;
  /** somebody wants it to end */
  readonly cancelled: boolean;
  /** whose it is until the lease ends */
  readonly instance: string | null;
  readonly leaseUntil: Date | null;
}

const time = (name: string): EntitySchemaColumnOptions => ({
  type: 'timestamp with time zone',
  name,
  nullable: true,
});
const count = { type: 'integer', default: 0 } satisfies EntitySchemaColumnOptions;

export const JobTable = new EntitySchema<JobRow>({
  name: 'Job',
  tableName: 'job',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'job_pk',
      generated: 'increment',
    },
    type: code,
    status: code,
    dryRun: { ...flag, name: 'dry_run' },
    onExisting: { ...code, name: 'on_existing' },
    generatePasswords: { ...flag, name: 'generate_passwords' },
    groups: { ...code, default: 'add' },
    service: code,
    makerId: { ...code, name: 'maker_id' },
    makerName: { ...text, name: 'maker_name' },
    makerKind: { ...code, name: 'maker_kind' },
    makerScopes: { ...code, name: 'maker_scopes', array: true },
    atConsole: { ...flag, name: 'at_console' },
    createdAt: { ...moment, name: 'created_at' },
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    lines: count,
    processed: count,
    succeeded: count,
    unchanged: count,
    failed: count,
    passwords: count,
    passwordsFetchedAt: time('passwords_fetched_at'),
    message: { ...text, nullable: true },
    cancelled: { ...flag, default: false },
    instance: { type: 'uuid', nullable: true },
    leaseUntil: time('lease_until'),
  },
  indices: [
    { name: 'job_status_idx', columns: ['status', 'id'] },
    {
      name: 'job_open_idx',
      columns: ['id'],
      where: "status in ('uploading', 'queued', 'running')",
    },
    { name: 'job_named_maker_idx', columns: ['makerId'], where: "maker_id like 'basic:%'" },
    { name: 'job_finished_idx', columns: ['finishedAt', 'id'] },
    { name: 'job_passwords_idx', columns: ['id'], where: 'passwords > 0' },
  ],
});

const ofJob = (constraint: string): EntitySchemaColumnOptions => ({
  type: 'bigint',
  name: 'job_id',
  primary: true,
  primaryKeyConstraintName: constraint,
});
const numbered = (constraint: string): EntitySchemaColumnOptions => ({
  type: 'integer',
  primary: true,
  primaryKeyConstraintName: constraint,
});

/** Lines that are one transaction, until they are done. */
export interface JobBatchRow {
  readonly jobId: number;
  readonly number: number;
  /** in all batches before it */
  readonly linesBefore: number;
  /** JSON */
  readonly lines: string;
  /** how many instances have begun it */
  readonly begun: number;
}

export const JobBatchTable = new EntitySchema<JobBatchRow>({
  name: 'JobBatch',
  tableName: 'job_batch',
  columns: {
    jobId: ofJob('job_batch_pk'),
    number: numbered('job_batch_pk'),
    linesBefore: { type: 'integer', name: 'lines_before' },
    lines: text,
    begun: count,
  },
});

export interface JobResultRow {
  readonly jobId: number;
  readonly line: number;
  readonly object: string | null;
  readonly outcome: string;
  readonly exception: string | null;
  readonly message: string | null;
  readonly detail: string | null;
  readonly warning: string | null;
  /** of its object, in a dry run: it is the first line about it */
  readonly firstHash: number | null;
}

const optional = { ...text, nullable: true };

export const JobResultTable = new EntitySchema<JobResultRow>({
  name: 'JobResult',
  tableName: 'job_result',
  columns: {
    jobId: ofJob('job_result_pk'),
    line: numbered('job_result_pk'),
    object: optional,
    outcome: code,
    exception: optional,
    message: optional,
    detail: optional,
    warning: optional,
    firstHash: { type: 'bigint', name: 'first_hash', nullable: true },
  },
  indices: [
    { name: 'job_result_outcome_idx', columns: ['jobId', 'outcome', 'line'] },
    {
      name: 'job_result_first_idx',
      columns: ['jobId', 'firstHash'],
      where: 'first_hash is not null',
    },
  ],
});

/** Generated passwords of a batch, in clear. */
export interface JobPasswordRow {
  readonly jobId: number;
  readonly number: number;
  readonly passwords: GeneratedPassword[];
}

export const JobPasswordTable = new EntitySchema<JobPasswordRow>({
  name: 'JobPassword',
  tableName: 'job_password',
  columns: {
    jobId: ofJob('job_password_pk'),
    number: numbered('job_password_pk'),
    passwords: { type: 'jsonb' },
  },
});

/** What a job has made, until its maker has fetched it. */
export interface JobFileRow {
  readonly jobId: number;
  readonly bytes: number;
  readonly expiresAt: Date;
}

export const JobFileTable = new EntitySchema<JobFileRow>({
  name: 'JobFile',
  tableName: 'job_file',
  columns: {
    jobId: ofJob('job_file_pk'),
    bytes: { type: 'bigint' },
    expiresAt: { ...time('expires_at'), nullable: false },
  },
  indices: [{ name: 'job_file_expires_idx', columns: ['expiresAt'] }],
});

export interface JobFilePieceRow {
  readonly jobId: number;
  readonly number: number;
  readonly piece: Buffer;
}

export const JobFilePieceTable = new EntitySchema<JobFilePieceRow>({
  name: 'JobFilePiece',
  tableName: 'job_file_piece',
  columns: {
    jobId: ofJob('job_file_piece_pk'),
    number: numbered('job_file_piece_pk'),
    piece: bytes,
  },
});
