import type { Localpart } from '../shared/jid.js';

/** Everything that an export has of one person, as one file. */
export abstract class PersonFiles {
  /**
   * A ZIP file, in pieces, read from the database as they are taken. What of the person changes meanwhile is not in it.
   */
  abstract zipOf(person: Localpart): AsyncIterable<Uint8Array>;
}
