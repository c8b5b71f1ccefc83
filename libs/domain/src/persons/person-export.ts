import type { ServiceDomain } from '../shared/service-domain.js';
import type { Localpart } from '../shared/jid.js';
import { UserNotFound } from '../users/errors.js';
import { localUser } from '../users/local-user.js';
import type { UserRepository } from '../users/user-repository.js';
import type { PersonFiles } from './person-files.js';

export interface ExportedPerson {
  readonly username: Localpart;
  /** a ZIP file, in pieces, read from the database as they are taken */
  readonly file: AsyncIterable<Uint8Array>;
}

/** Hands out what is kept of one person. Moving in: 10 */
export class PersonExport {
  constructor(
    private readonly users: UserRepository,
    private readonly files: PersonFiles,
    private readonly domain: ServiceDomain,
  ) {}

  /** @param person a user name, or a JID. @throws UserNotFound, NonLocalUser */
  async export(person: string): Promise<ExportedPerson> {
    const username = localUser(person, this.domain);
    if ((await this.users.find(username)) === null) throw new UserNotFound(person);
    return { username, file: this.files.zipOf(username) };
  }
}
