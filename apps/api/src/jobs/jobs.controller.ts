import { setTimeout as pause } from 'node:timers/promises';
import { jobDoc, jobsDoc } from '@chat-admin/codecs/jobs/job.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { isFinished, JOB_STATUSES } from '@chat-admin/domain/jobs/job';
import type { Job } from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import { JobManagement } from '@chat-admin/domain/jobs/job-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { Delete, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Changes,
  HandsOutSecret,
  InSteps,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  TriesLater,
  WithoutDryRun,
} from '../http/endpoint.js';
import { aList } from '../http/guarded.js';
import { choiceFilter } from '../http/list-filters.js';
import { listed, Listing, listOf, ListRequest } from '../http/lists.js';
import { created, document } from '../http/replies.js';
import { madeFile, resultList, writtenPasswords, writtenResults } from './job-replies.js';
import { toChangeJobs, toMakeJobs, toReadJobs } from './scopes-of-jobs.js';
import { upload } from './upload-body.js';
import type { UploadedJob } from './upload-body.js';

/** How long a request waits for the batch of a job that is cancelled. */
const CANCEL_MS = 5_000;
const LOOK_MS = 50;

/** Contract: extensions E1.2 */
const jobList = listOf(jobsDoc, {
  key: 'number',
  sorts: {},
  sortsByKey: true,
  filters: {
    status: choiceFilter('Jobs with this status', JOB_STATUSES),
    type: choiceFilter('Jobs of this type', JOB_TYPES),
  },
  others: [],
});

const theJob = document(jobDoc);

/** `null` if the upload was refused */
const uploadedId = (sent: UploadedJob) => (sent as UploadedJob | undefined)?.id ?? null;

/** Contract: extensions E7 */
@Controller(`${API_ROOT}/jobs`)
@About('jobs')
export class JobsController {
  constructor(private readonly jobs: JobManagement) {}

  @Get()
  @Operation('listJobs', 'Lists jobs, the newest first')
  @Lists(jobList)
  @Replies(listed(jobsDoc, jobList))
  list(@Listing() asked: ListRequest<(typeof jobList)['filters']>) {
    return asked.answer(this.jobs.list(asked.filters));
  }

  @Get(':id')
  @Operation('getJob', 'Reads a job')
  @Refuses('job-not-found')
  @Replies(theJob)
  find(@Param('id') id: string) {
    return this.jobs.get(id);
  }

  @Post()
  @Succeeds(202)
  @Operation('createJob', 'Does, or checks, the same for each line of a table')
  @AlsoNeeds(toMakeJobs)
  @Refuses('too-many-jobs', 'unreadable-table')
  @Queries(
    'jobType',
    'onExisting',
    'groupsOfLines',
    'jobDryRun',
    'generatePasswords',
    'unknownColumns',
    'servicename',
  )
  @Accepts(upload)
  @Replies(created(theJob, ({ id }) => ['jobs', id!]))
  @Changes(aList)
  @TriesLater()
  @Audited('job', uploadedId)
  create(@Body() sent: UploadedJob) {
    return this.jobs.submit(sent.id, sent.lines);
  }

  @Get(':id/results')
  @Operation('listJobResults', 'Lists what has become of the lines of a job')
  @AlsoNeeds(toReadJobs)
  @Refuses('job-not-found')
  @Lists(resultList)
  @Replies(writtenResults)
  async results(
    @Param('id') id: string,
    @Listing() asked: ListRequest<(typeof resultList)['filters']>,
    @Caller() caller: Principal,
  ) {
    const { list, dryRun } = await this.jobs.results(id, asked.filters.outcome, caller);
    return { ...(await asked.answer(list)), dryRun };
  }

  @Post(':id/passwords')
  @Succeeds(200)
  @Operation('fetchJobPasswords', 'Hands out the passwords that a job has generated, once')
  @AlsoNeeds(toChangeJobs)
  @Refuses('job-not-finished', 'job-not-found', 'not-the-job-maker', 'passwords-gone')
  @Replies(writtenPasswords)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('job passwords')
  async passwords(@Param('id') id: string, @Caller() caller: Principal) {
    return { passwords: await this.jobs.passwords(id, caller) };
  }

  @Post(':id/file')
  @Succeeds(200)
  @Operation('fetchJobFile', 'Hands out the file that a job has made')
  @AlsoNeeds(toChangeJobs)
  @Refuses('file-gone', 'job-not-finished', 'job-not-found', 'not-the-job-maker')
  @Replies(madeFile)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('job file')
  async file(@Param('id') id: string, @Caller() caller: Principal) {
    const { bytes, pieces } = await this.jobs.file(id, caller);
    return { pieces, length: bytes };
  }

  @Post(':id/cancel')
  @Succeeds(200)
  @Operation('cancelJob', 'Ends a job; what is done stays')
  @AlsoNeeds(toChangeJobs)
  @Refuses('job-not-found')
  @Replies(theJob)
  @WithoutDryRun()
  @InSteps()
  @Audited('cancelled job')
  async cancel(@Param('id') id: string, @Caller() caller: Principal): Promise<Job> {
    let job = await this.jobs.cancel(id, caller);
    const end = Date.now() + CANCEL_MS;
    while (!isFinished(job) && Date.now() < end) {
      await pause(LOOK_MS);
      job = await this.jobs.get(id);
    }
    return job;
  }

  @Delete(':id')
  @Operation('deleteJob', 'Deletes a job and its results')
  @AlsoNeeds(toChangeJobs)
  @Refuses('job-in-progress', 'job-not-found')
  @WithoutDryRun()
  @Audited('job')
  remove(@Param('id') id: string, @Caller() caller: Principal) {
    return this.jobs.remove(id, caller);
  }
}
