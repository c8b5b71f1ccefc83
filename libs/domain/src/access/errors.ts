import { DomainError } from '../shared/domain-error.js';

export class KeyNotFound extends DomainError {
  constructor(id: string) {
    super('key-not-found', 'Could not find key', id);
  }
}

/** Another key has the name. */
export class KeyAlreadyExists extends DomainError {
  constructor(name: string) {
    super('already-exists', 'Could not create the key', name);
  }
}

/** There are as many keys as there may be. */
export class TooManyKeys extends DomainError {
  constructor() {
    super('not-allowed', 'Could not create the key', null);
  }
}

/** The key would outlast its maker, or be freer. */
export class KeyTooStrong extends DomainError {
  constructor() {
    super('key-too-strong', 'The key would be stronger than its maker', null);
  }
}

/** Somebody at a console would lock themselves out. */
export class OwnLogin extends DomainError {
  constructor(name: string) {
    super('not-allowed', 'You cannot do this to yourself', name);
  }
}
