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

/** Nobody of that name is in the group. Contract: extensions E1.3 */
export class GroupMemberNotFound extends DomainError {
  constructor(jid: string) {
    super('user-not-found', 'Could not find group member', jid);
  }
}
