import { ON_EXISTING } from '@chat-admin/domain/jobs/job';
import type { JobOptions, OnExisting } from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { IsBoolean, IsIn } from 'class-validator';
import { AsFlag, AsWord, readQuery } from '../http/queries.js';
import type { Query } from '../http/query-string.js';

/** Parameters of an upload but `dryRun`. Contract: extensions E7.1 */
class JobUploadQuery {
  @AsWord(JOB_TYPES)
  @IsIn(JOB_TYPES)
  type!: JobType;

  @IsIn(ON_EXISTING)
  onExisting: OnExisting = 'fail';

  @AsFlag()
  @IsBoolean()
  generatePasswords = false;

  servicename = 'conference';
}

/** @throws WireFault */
export function readUploadQuery(query: Query, dryRun: boolean): JobOptions {
  const { servicename: service, ...options } = readQuery(JobUploadQuery, query);
  return { ...options, service, dryRun };
}
