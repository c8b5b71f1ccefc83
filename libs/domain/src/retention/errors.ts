import { DomainError } from '../shared/domain-error.js';
import { MOST_RULES } from './retention-rule.js';

export class RetentionRuleNotFound extends DomainError<'retention-rule-not-found'> {
  constructor(id: string) {
    super('retention-rule-not-found', { resource: id });
  }
}

/** Its subject has one. */
export class RetentionRuleAlreadyExists extends DomainError<'retention-rule-already-exists'> {
  constructor(subject: string) {
    super('retention-rule-already-exists', {
      resource: subject,
      detail: `there is a rule for ${subject}`,
    });
  }
}

/** There are as many rules as there may be. */
export class TooManyRetentionRules extends DomainError<'too-many-retention-rules'> {
  constructor() {
    super('too-many-retention-rules', { resource: null, detail: `at most ${MOST_RULES} rules` });
  }
}

/** Whoever administers the properties decides about it. */
export class DefaultRetentionRule extends DomainError<'default-retention-rule'> {
  constructor(id: string, property: string) {
    super('default-retention-rule', { resource: id, detail: `change the property ${property}` });
  }
}
