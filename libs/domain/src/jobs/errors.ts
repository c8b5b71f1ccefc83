import { DomainError, InvalidArgument, Overloaded } from '../shared/domain-error.js';
import { MOST_JOBS } from './job.js';

export class JobNotFound extends DomainError<'job-not-found'> {
  constructor(id: string) {
    super('job-not-found', { resource: id });
  }
}

/** There are as many unfinished jobs as there may be. */
export class TooManyJobs extends DomainError<'too-many-jobs'> {
  constructor() {
    super('too-many-jobs', {
      resource: null,
      detail: `at most ${MOST_JOBS} that are not finished`,
    });
  }
}

/** The job is not finished, so that it cannot be deleted. */
export class JobInProgress extends DomainError<'job-in-progress'> {
  constructor() {
    super('job-in-progress', {
      resource: null,
      detail: 'it is queued or running: cancel it first',
    });
  }
}

/** Nothing can be fetched yet. */
export class JobUnfinished extends DomainError<'job-not-finished'> {
  constructor() {
    super('job-not-finished', { resource: null, detail: 'it is queued or running' });
  }
}

export class NotTheMaker extends DomainError<'not-the-job-maker'> {
  constructor(what: 'passwords' | 'file') {
    super('not-the-job-maker', { what, resource: null });
  }
}

export class PasswordsGone extends DomainError<'passwords-gone'> {
  constructor() {
    super('passwords-gone', { resource: null });
  }
}

export class FileGone extends DomainError<'file-gone'> {
  constructor() {
    super('file-gone', { resource: null });
  }
}

/** What is wrong with all of an upload. Contract: extensions E7.1 */
export class UnreadableTable extends InvalidArgument<'unreadable-table'> {
  /** @param detail what is allowed */
  constructor(reason: string, detail: string) {
    super('unreadable-table', { reason, resource: 'jobs', detail });
  }
}

/** What is wrong with one line. */
export class UnreadableLine extends InvalidArgument<'unreadable-line'> {
  /** @param detail what is allowed */
  constructor(reason: string, detail: string) {
    super('unreadable-line', { reason, resource: null, detail });
  }
}

/** A batch that ended its process whenever it was begun. Contract: extensions E7.2 "Batch" */
export class BatchWithoutResult extends DomainError<'batch-without-result'> {
  constructor() {
    super('batch-without-result', {
      resource: null,
      detail: 'nothing of it was done: upload its lines again, in smaller files',
    });
  }
}

/** It has taken too long, and was given up. */
export class JobUploadLapsed extends Overloaded {}
