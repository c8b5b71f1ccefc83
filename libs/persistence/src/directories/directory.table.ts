import { EntitySchema } from 'typeorm';
import { code, flag, moment, optionalText } from '../database/columns.js';

/** Their statements say what is in them. */
type Row = Readonly<Record<string, unknown>>;

const optionalCode = { ...code, nullable: true } as const;
const optionalJson = { type: 'jsonb', nullable: true } as const;
const time = (name: string) =>
  ({ type: 'timestamp with time zone', name, nullable: true }) as const;
const ofRun = (table: string) => ({
  name: `${table}_directory_run_fk`,
  target: 'DirectoryRun',
  columnNames: ['runId'],
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
});
const runId = (table: string) =>
  ({
    type: 'bigint',
    name: 'run_id',
    primary: true,
    primaryKeyConstraintName: `${table}_pk`,
  }) as const;

export const DirectoryStateTable = new EntitySchema<Row>({
  name: 'DirectoryState',
  tableName: 'directory_state',
  columns: {
    directory: { ...code, primary: true, primaryKeyConstraintName: 'directory_state_pk' },
    cursor: optionalJson,
    digest: optionalCode,
    entry: optionalCode,
    entryAt: time('entry_at'),
    entrySeen: time('entry_seen'),
    paused: { ...flag, default: false },
    lastSuccess: time('last_success'),
    lastFull: time('last_full'),
    nextAt: time('next_at'),
    failingSince: time('failing_since'),
    failures: { type: 'integer', default: 0 },
    message: optionalText,
  },
});

export const DirectoryRunTable = new EntitySchema<Row>({
  name: 'DirectoryRun',
  tableName: 'directory_run',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'directory_run_pk',
      generated: 'increment',
    },
    directory: code,
    mode: code,
    dryRun: { ...flag, name: 'dry_run' },
    status: code,
    createdBy: { ...code, name: 'created_by' },
    createdAt: { ...moment, name: 'created_at' },
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    counts: { type: 'jsonb' },
    affected: optionalJson,
    confirmed: optionalJson,
    reading: optionalJson,
    position: optionalJson,
    message: optionalText,
    instance: { type: 'uuid', nullable: true },
    leaseUntil: time('lease_until'),
  },
  indices: [
    {
      name: 'directory_run_open_key',
      columns: ['directory'],
      unique: true,
      where: 'finished_at is null',
    },
    { name: 'directory_run_directory_idx', columns: ['directory', 'id'] },
  ],
});

export const DirectoryStageTable = new EntitySchema<Row>({
  name: 'DirectoryStage',
  tableName: 'directory_stage',
  columns: {
    runId: runId('directory_stage'),
    kind: { ...code, primary: true, primaryKeyConstraintName: 'directory_stage_pk' },
    externalId: {
      ...code,
      name: 'external_id',
      primary: true,
      primaryKeyConstraintName: 'directory_stage_pk',
    },
    name: optionalCode,
    doc: { type: 'json', nullable: true },
  },
  indices: [{ name: 'directory_stage_name_idx', columns: ['runId', 'kind', 'name'] }],
  foreignKeys: [ofRun('directory_stage')],
});

export const DirectoryResultTable = new EntitySchema<Row>({
  name: 'DirectoryResult',
  tableName: 'directory_result',
  columns: {
    runId: runId('directory_result'),
    line: {
      type: 'integer',
      primary: true,
      primaryKeyConstraintName: 'directory_result_pk',
    },
    object: code,
    outcome: code,
    changed: { type: 'text', array: true },
    exception: optionalCode,
    message: optionalText,
  },
  foreignKeys: [ofRun('directory_result')],
});
