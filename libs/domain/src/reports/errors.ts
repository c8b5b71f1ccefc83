import { DomainError } from '../shared/domain-error.js';

export class ReportNotFound extends DomainError<'report-not-found'> {
  constructor(id: string) {
    super('report-not-found', { resource: id });
  }
}

/** A report does not become what is wanted from what it is. */
export class ReportStepRefused extends DomainError<'report-step-refused'> {
  constructor(id: string, detail: string) {
    super('report-step-refused', { resource: id, detail });
  }
}
