import { GROUPS_OF_LINES, ON_EXISTING, UNKNOWN_COLUMNS } from '@chat-admin/domain/jobs/job';
import type {
  GroupsOfLines,
  JobOptions,
  OnExisting,
  UnknownColumns,
} from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { A_FLAG, oneOf } from '@chat-admin/domain/shared/words';
import { IsBoolean, IsIn } from 'class-validator';
import { AsFlag, AsWord, readQuery } from '../http/queries.js';
import type { Query } from '../http/query-string.js';

/** Parameters of an upload but `dryRun`. Contract: extensions E7.1 */
class JobUploadQuery {
  @AsWord(JOB_TYPES)
  @IsIn(JOB_TYPES, { message: oneOf(JOB_TYPES) })
  type!: JobType;

  @IsIn(ON_EXISTING, { message: oneOf(ON_EXISTING) })
  onExisting: OnExisting = 'fail';

  @IsIn(GROUPS_OF_LINES, { message: oneOf(GROUPS_OF_LINES) })
  groups: GroupsOfLines = 'add';

  @AsFlag()
  @IsBoolean({ message: A_FLAG })
  generatePasswords = false;

  @IsIn(UNKNOWN_COLUMNS, { message: oneOf(UNKNOWN_COLUMNS) })
  unknownColumns: UnknownColumns = 'fail';

  servicename = 'conference';
}

/** What is done with the lines, and how the table is read. */
export interface UploadOptions {
  readonly job: JobOptions;
  readonly unknownColumns: UnknownColumns;
}

/** Of a job that is made by another route. */
export function optionsOf(type: JobType, dryRun: boolean): JobOptions {
  const { servicename: service, unknownColumns: _unknown, ...rest } = new JobUploadQuery();
  return { ...rest, type, service, dryRun };
}

/** @throws WireFault */
export function readUploadQuery(query: Query, dryRun: boolean): UploadOptions {
  const { servicename: service, unknownColumns, ...options } = readQuery(JobUploadQuery, query);
  return { job: { ...options, service, dryRun }, unknownColumns };
}
