import { DomainError } from '../shared/domain-error.js';
import { MOST_KEYS } from './api-key.js';

export class KeyNotFound extends DomainError<'key-not-found'> {
  constructor(id: string) {
    super('key-not-found', { resource: id });
  }
}

/** Another key has the name. */
export class KeyAlreadyExists extends DomainError<'key-already-exists'> {
  constructor(name: string) {
    super('key-already-exists', {
      resource: name,
      detail: `the key name is taken: ${name}`,
    });
  }
}

/** There are as many keys as there may be. */
export class TooManyKeys extends DomainError<'too-many-keys'> {
  constructor() {
    super('too-many-keys', { resource: null, detail: `at most ${MOST_KEYS} keys` });
  }
}

/** The key would outlast its maker, or be freer. */
export class KeyTooStrong extends DomainError<'key-too-strong'> {
  /** @param detail which rule it breaks */
  constructor(detail: string) {
    super('key-too-strong', { resource: null, detail });
  }
}

/** Somebody at a console would lock themselves out. */
export class OwnLogin extends DomainError<'own-account'> {
  constructor(name: string) {
    super('own-account', { resource: name, detail: 'another administrator can do it' });
  }
}

/** What jobs and webhooks of a maker end with. Contract: extensions E7.2, E8.3 */
export class RightsEnded extends DomainError<'rights-ended'> {
  constructor(maker: string) {
    super('rights-ended', { maker, resource: null });
  }
}
