import { DomainError, InvalidArgument, Overloaded } from '../shared/domain-error.js';

export class JobNotFound extends DomainError {
  constructor(id: string) {
    super('job-not-found', 'Could not find job', id);
  }
}

/** There are as many unfinished jobs as there may be. */
export class TooManyJobs extends DomainError {
  constructor() {
    super('not-allowed', 'Could not create the job', null);
  }
}

/** The job is not finished, so that it cannot be deleted. */
export class JobInProgress extends DomainError {
  constructor() {
    super('not-allowed', 'Could not delete the job', null);
  }
}

/** Nothing can be fetched yet. */
export class JobUnfinished extends DomainError {
  constructor() {
    super('not-allowed', 'The job is not finished', null);
  }
}

export class NotTheMaker extends DomainError {
  constructor(what: 'passwords' | 'file') {
    super('not-the-maker', `Only the maker of the job may fetch its ${what}`, null);
  }
}

export class PasswordsGone extends DomainError {
  constructor() {
    super('passwords-gone', 'The passwords have been handed out', null);
  }
}

export class FileGone extends DomainError {
  constructor() {
    super('file-gone', 'The file has been handed out', null);
  }
}

/** What is wrong with all of an upload. Contract: extensions E7.1 */
export class UnreadableTable extends InvalidArgument {
  constructor(reason: string) {
    super(`Could not read the table: ${reason}`, 'jobs');
  }
}

/** What is wrong with one line. */
export class UnreadableLine extends InvalidArgument {
  constructor(reason: string) {
    super(`Could not read the line: ${reason}`, null);
  }
}

/** A batch that ended its process whenever it was begun. Contract: extensions E7.2 "Batch" */
export class BatchWithoutResult extends DomainError {
  constructor() {
    super('not-allowed', 'The batch ended three times without a result', null);
  }
}

/** It has taken too long, and was given up. */
export class JobUploadLapsed extends Overloaded {}
