import { DomainError } from '../shared/domain-error.js';

export class KeyNotFound extends DomainError<'key-not-found'> {
  constructor(id: string) {
    super('key-not-found', { resource: id });
  }
}

/** Another key has the name. */
export class KeyAlreadyExists extends DomainError<'key-already-exists'> {
  constructor(name: string) {
    super('key-already-exists', { resource: name });
  }
}

/** There are as many keys as there may be. */
export class TooManyKeys extends DomainError<'too-many-keys'> {
  constructor() {
    super('too-many-keys', { resource: null });
  }
}

/** The key would outlast its maker, or be freer. */
export class KeyTooStrong extends DomainError<'key-too-strong'> {
  constructor() {
    super('key-too-strong', { resource: null });
  }
}

/** Somebody at a console would lock themselves out. */
export class OwnLogin extends DomainError<'own-account'> {
  constructor(name: string) {
    super('own-account', { resource: name });
  }
}

/** What jobs and webhooks of a maker end with. Contract: extensions E7.2, E8.3 */
export class RightsEnded extends DomainError<'rights-ended'> {
  constructor(maker: string) {
    super('rights-ended', { maker, resource: null });
  }
}
