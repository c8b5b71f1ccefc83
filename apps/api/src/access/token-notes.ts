import type { IssuerSubjects } from '@chat-admin/domain/access/issuer-subjects';
import type { Scope } from '@chat-admin/domain/shared/scopes';

const PAUSE_MS = 60_000;
const MOST_SUBJECTS = 10_000;

/**
 * Notes the tokens that come, of each subject at most one a minute while its scopes stay. Contract:
 * extensions E5.4 "What goes on"
 */
export class TokenNotes {
  private readonly noted = new Map<string, { readonly scopes: string; readonly at: number }>();

  constructor(
    private readonly subjects: Pick<IssuerSubjects, 'note' | 'add'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Never fails. What cannot be stored is tried again with the next token. @param made in seconds */
  async note(id: string, held: readonly Scope[], made: number | undefined): Promise<void> {
    const at = this.now();
    const scopes = held.join(' ');
    const before = this.noted.get(id);
    if (before?.scopes === scopes && at - before.at < PAUSE_MS) return;
    if (this.noted.size >= MOST_SUBJECTS) this.noted.clear();
    this.noted.set(id, { scopes, at });
    const madeAt = new Date(Math.min(at, (made ?? Infinity) * 1000));
    await this.subjects.note(id, held, madeAt).catch(() => void this.noted.delete(id));
  }

  /**
   * Notes a sign-in to the console, whose token may name fewer scopes than bearer tokens of the same
   * subject. Never fails.
   */
  async add(id: string, scopes: readonly Scope[]): Promise<void> {
    if (scopes.length > 0) await this.subjects.add(id, scopes).catch(() => undefined);
  }
}
