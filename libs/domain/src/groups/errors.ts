import { DomainError } from '../shared/domain-error.js';

export class GroupNotFound extends DomainError {
  constructor(name: string) {
    super('group-not-found', 'Could not find group', name);
  }
}

export class GroupAlreadyExists extends DomainError {
  constructor(name: string) {
    super('group-already-exists', 'Could not create a group', name);
  }
}
