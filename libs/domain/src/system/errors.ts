import { DomainError } from '../shared/domain-error.js';
import { MOST_PROPERTIES } from './property-store.js';

export class PropertyNotFound extends DomainError<'property-not-found'> {
  constructor(key: string) {
    super('property-not-found', { resource: key });
  }
}

/** Contract: core 7.1 */
export class TooManyProperties extends DomainError<'too-many-properties'> {
  constructor(key: string) {
    super('too-many-properties', {
      resource: key,
      detail: `at most ${MOST_PROPERTIES} properties that nobody reads`,
    });
  }
}

export class PropertyToUpdateNotFound extends DomainError<'property-to-update-not-found'> {
  constructor(key: string) {
    super('property-to-update-not-found', { resource: key });
  }
}

export class PropertyProtected extends DomainError<'property-protected'> {
  constructor(key: string) {
    super('property-protected', { resource: key });
  }
}
