import { DomainError } from '../shared/domain-error.js';

export class FileNotFound extends DomainError<'file-not-found'> {
  constructor(id: string) {
    super('file-not-found', { resource: id });
  }
}
