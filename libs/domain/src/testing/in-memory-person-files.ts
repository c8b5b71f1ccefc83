import { PersonFiles } from '../persons/person-files.js';
import type { Localpart } from '../shared/jid.js';
import type { UserRepository } from '../users/user-repository.js';

/** The account alone, as JSON instead of a ZIP file. */
export class InMemoryPersonFiles extends PersonFiles {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async *zipOf(person: Localpart): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(await this.users.find(person)));
  }
}
