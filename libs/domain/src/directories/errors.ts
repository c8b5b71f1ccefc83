import { DomainError } from '../shared/domain-error.js';
import type { DirectoryRun } from './directory-run.js';

export class DirectoryNotFound extends DomainError<'directory-not-found'> {
  constructor(name: string) {
    super('directory-not-found', { resource: name });
  }
}

export class RunNotFound extends DomainError<'run-not-found'> {
  constructor(id: string) {
    super('run-not-found', { resource: id });
  }
}

/** Also while it waits. */
export class RunUnderWay extends DomainError<'run-under-way'> {
  constructor(name: string, { id, status }: Pick<DirectoryRun, 'id' | 'status'>) {
    super('run-under-way', { resource: name, detail: `run ${id} is ${status}` });
  }
}

export class RunDoesNotWait extends DomainError<'run-does-not-wait'> {
  constructor({ id, status }: Pick<DirectoryRun, 'id' | 'status'>) {
    super('run-does-not-wait', { resource: id, detail: `it is ${status}` });
  }
}
