import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import type { CodeOf } from '../shared/domain-error.js';
import { shownValue } from '../shared/shown-value.js';

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

/** The account has no role. */
export class RoleNotFound extends DomainError<'role-not-found'> {
  constructor(resource: string) {
    super('role-not-found', { resource });
  }
}

export class LockoutNotFound extends DomainError<'lockout-not-found'> {
  constructor(resource: string) {
    super('lockout-not-found', { resource });
  }
}

export class UserAlreadyExists extends DomainError<'user-already-exists'> {
  constructor(resource: string) {
    super('user-already-exists', {
      resource,
      detail: `the user name is taken: ${shownValue(resource)}`,
    });
  }
}

export class PasswordMissing extends InvalidArgument<'password-missing'> {
  constructor(username: string) {
    super('password-missing', { resource: username, detail: 'password missing' });
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
  /** @param jid as sent */
  constructor(jid: string) {
    super('roster-item-already-exists', {
      resource: '',
      detail: `in the roster already: ${shownValue(jid)}`,
    });
  }
}

/** A roster change that a shared group forbids. */
export class SharedGroup extends DomainError<`shared-group-forbids-${'creation' | 'update' | 'removal'}`> {
  constructor(change: 'creation' | 'update' | 'removal', resource: string, detail: string) {
    super(`shared-group-forbids-${change}`, { resource, detail });
  }
}

export class NonLocalUser extends InvalidArgument<'user-not-local'> {
  /** @param domain that the service administers */
  constructor(name: string, domain: string) {
    super('user-not-local', { resource: name, detail: `a user of ${domain}` });
  }
}
