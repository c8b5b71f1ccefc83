import { DomainError, InvalidArgument } from '../shared/domain-error.js';

export class UserNotFound extends DomainError {
  constructor(resource: string, message = 'Could not get user') {
    super('user-not-found', message, resource);
  }
}

export class PhotoNotFound extends DomainError {
  constructor(resource: string) {
    super('photo-not-found', 'Could not find photo', resource);
  }
}

export class LockoutNotFound extends DomainError {
  constructor(resource: string) {
    super('lockout-not-found', 'The user is not locked', resource);
  }
}

export class UserAlreadyExists extends DomainError {
  constructor(resource: string, message = 'Could not create new user') {
    super('user-already-exists', message, resource);
  }
}

export class PasswordMissing extends DomainError {
  constructor(username: string) {
    super('password-missing', 'Could not create new user, because password is null', username);
  }
}

export class RosterItemNotFound extends DomainError {
  constructor(jid: string) {
    super('roster-item-not-found', 'Roster Item could not deleted', jid);
  }
}

/** A roster change that a shared group forbids. */
export class SharedGroup extends DomainError {
  constructor(message: string, resource: string) {
    super('shared-group', message, resource);
  }
}

export class NonLocalUser extends InvalidArgument {
  constructor(name: string) {
    super('This service cannot be used for non-local users.', name);
  }
}
