import { DomainError } from '../shared/domain-error.js';
import { MOST_HOLDS } from './hold.js';

export class HoldNotFound extends DomainError<'hold-not-found'> {
  constructor(id: string) {
    super('hold-not-found', { resource: id });
  }
}

/** It covers nothing any more. */
export class HoldReleased extends DomainError<'hold-released'> {
  constructor(id: string) {
    super('hold-released', { resource: id, detail: 'it is released' });
  }
}

/** There are as many holds as there may be. */
export class TooManyHolds extends DomainError<'too-many-holds'> {
  constructor() {
    super('too-many-holds', { resource: null, detail: `at most ${MOST_HOLDS} holds` });
  }
}

/** Who has asked for the release cannot agree to it, too. */
export class AnotherPersonNeeded extends DomainError<'another-person-needed'> {
  constructor(id: string) {
    super('another-person-needed', { resource: id });
  }
}

/** Messages are being removed, which a new hold has to wait for. */
export class RemovalUnderWay extends DomainError<'removal-under-way'> {
  constructor() {
    super('removal-under-way', { resource: null });
  }
}
