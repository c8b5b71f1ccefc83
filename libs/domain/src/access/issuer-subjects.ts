import type { Scope } from '../shared/scopes.js';

/** How long jobs and webhooks outlast the last token of their maker, in days. Contract: extensions E5.4 */
export const DAYS_WITHOUT_TOKEN = 30;

/** What the last token of a subject has said. */
export interface LastToken {
  readonly scopes: readonly Scope[];
  /** when it came */
  readonly seen: Date;
}

/**
 * Subjects of the token issuer who have made jobs or webhooks, by the ids of their principals. They are
 * kept: a webhook that has ended with its subject stays so.
 */
export abstract class IssuerSubjects {
  /**
   * A token has come. Of a subject who has made nothing nothing is noted; scopes only, if no token
   * was made later.
   */
  abstract note(id: string, scopes: readonly Scope[], made: Date): Promise<void>;
  /** Somebody has signed in to the console: adds the scopes and takes none away. Otherwise as {@link note}. */
  abstract add(id: string, scopes: readonly Scope[]): Promise<void>;
  /** @param scopes of a token that has just come, if none was noted */
  abstract last(id: string, scopes: readonly Scope[]): Promise<LastToken>;
}
