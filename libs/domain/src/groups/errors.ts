import { DomainError } from '../shared/domain-error.js';
import { shownValue } from '../shared/shown-value.js';

export class GroupNotFound extends DomainError<'group-not-found'> {
  constructor(name: string) {
    super('group-not-found', { resource: name });
  }
}

export class GroupAlreadyExists extends DomainError<'group-already-exists'> {
  constructor(name: string, detail = `the group name is taken: ${shownValue(name)}`) {
    super('group-already-exists', { resource: name, detail });
  }
}

/** Nobody of that name is in the group. Contract: extensions E1.3 */
export class GroupMemberNotFound extends DomainError<'group-member-not-found'> {
  constructor(jid: string) {
    super('group-member-not-found', { resource: jid });
  }
}
