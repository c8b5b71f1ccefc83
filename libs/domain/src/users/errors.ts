import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import type { CodeOf } from '../shared/domain-error.js';

type NotFound = Extract<CodeOf<'not-found'>, `user-${string}` | 'administrator-not-found'>;

export class UserNotFound extends DomainError<NotFound> {
  constructor(resource: string, code: NotFound = 'user-not-found') {
    super(code, { resource });
  }
}

export class PhotoNotFound extends DomainError<'photo-not-found'> {
  constructor(resource: string) {
    super('photo-not-found', { resource });
  }
}

export class LockoutNotFound extends DomainError<'lockout-not-found'> {
  constructor(resource: string) {
    super('lockout-not-found', { resource });
  }
}

export class UserAlreadyExists extends DomainError<'user-already-exists'> {
  constructor(resource: string) {
    super('user-already-exists', { resource });
  }
}

export class PasswordMissing extends InvalidArgument<'password-missing'> {
  constructor(username: string) {
    super('password-missing', { resource: username });
  }
}

export class RosterItemNotFound extends DomainError<'roster-item-not-found'> {
  constructor(jid: string) {
    super('roster-item-not-found', { resource: jid });
  }
}

/** No contact of this JID can be changed. */
export class RosterItemToUpdateNotFound extends DomainError<'roster-item-to-update-not-found'> {
  constructor(jid: string) {
    super('roster-item-to-update-not-found', { resource: jid });
  }
}

export class RosterItemAlreadyExists extends DomainError<'roster-item-already-exists'> {
  constructor() {
    super('roster-item-already-exists', { resource: '' });
  }
}

/** A roster change that a shared group forbids. */
export class SharedGroup extends DomainError<`shared-group-forbids-${'creation' | 'update' | 'removal'}`> {
  constructor(change: 'creation' | 'update' | 'removal', resource: string) {
    super(`shared-group-forbids-${change}`, { resource });
  }
}

export class NonLocalUser extends InvalidArgument<'user-not-local'> {
  constructor(name: string) {
    super('user-not-local', { resource: name });
  }
}
