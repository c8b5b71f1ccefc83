import { DomainError } from '../shared/domain-error.js';

export class PropertyNotFound extends DomainError {
  constructor(key: string, message = 'Could not find property') {
    super('property-not-found', message, key);
  }
}

/** Contract: core 7.1 */
export class TooManyProperties extends DomainError {
  constructor(key: string) {
    super('not-allowed', 'Could not create the property', key);
  }
}

export class PropertyProtected extends DomainError {
  constructor(key: string) {
    super('property-protected', 'This property cannot be changed through the API', key);
  }
}
