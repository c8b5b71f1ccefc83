import { UnusableWord } from '../../outcome/failures.js';

/** What a setup calls things in PostgreSQL. */
export interface SetupNames {
  readonly database: string;
  /** owns the database and everything in it; prepares it */
  readonly owner: string;
  /** of the services */
  readonly app: string;
  /** of the chat server */
  readonly engine: string;
}

/** Letters that need no quotes, and room for the suffixes within PostgreSQL's 63. */
const NAME = /^[a-z_][a-z0-9_]{0,50}$/;
/** What belongs to PostgreSQL itself, or to everybody. */
const TAKEN = /^(pg_.*|postgres|public|none|template[01])$/;

/** @throws UnusableWord */
export function setupNames(name: string): SetupNames {
  if (!NAME.test(name) || TAKEN.test(name)) {
    throw new UnusableWord(
      `--name: ${name} must be at most 51 small letters, digits and _, begin with no digit, and be no name of PostgreSQL's own`,
    );
  }
  return { database: name, app: name, owner: `${name}_owner`, engine: `${name}_engine` };
}
