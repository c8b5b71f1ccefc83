import type { ChatServer } from '../chat-server/chat-server.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { cut } from '../shared/texts.js';
import { InvalidArgument, requireLength } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import { shownTime } from '../shared/sent-time.js';
import type { Transactions } from '../shared/transactions.js';
import { LockoutNotFound, UserNotFound } from './errors.js';
import { isSource } from './managed-objects.js';
import { isActive, MAX_REASON_LENGTH } from './lockout.js';
import type {
  HeldLockout,
  Lockout,
  LockoutDraft,
  LockoutRepository,
  LockoutSelection,
  LockoutTerms,
} from './lockout.js';
import { username } from './user.js';
import type { UserRepository } from './user-repository.js';

/** Locks users out and unlocks them. Contract: core 4.2; extensions E6.1 */
export class LockoutManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly lockouts: LockoutRepository,
    private readonly transactions: Transactions,
    private readonly chatServer: ChatServer,
  ) {}

  list(selection: LockoutSelection): OrderedList<Lockout> {
    return this.lockouts.select(selection);
  }

  /** Also one that has ended, until it is removed. @throws UserNotFound, LockoutNotFound */
  async get(name: string): Promise<Lockout> {
    const user = username(name);
    const lockout = user && (await this.lockouts.find(user));
    if (lockout !== null) return lockout;
    if (user === null || (await this.users.find(user)) === null) throw new UserNotFound(name);
    throw new LockoutNotFound(name);
  }

  /**
   * Locks a user out, or changes the lockout.
   * @param draft `null`: now, without end and reason
   * @param author name of the principal
   * @returns whose lockout it is, and whether it is new, or otherwise than before
   * @throws UserNotFound, InvalidArgument
   */
  async put(
    name: string,
    draft: LockoutDraft | null,
    author: string,
  ): Promise<{
    readonly username: Localpart;
    readonly isNew: boolean;
    readonly isChanged: boolean;
  }> {
    this.transactions.note(factsOf(draft ?? {}));
    const user = username(name);
    if (user === null) throw new UserNotFound(name);
    const { held, terms, isChanged } = await this.transactions.run(async () => {
      const held = await this.lockouts.hold(user);
      if (held === null) throw new UserNotFound(name);
      const terms = termsOf(draft ?? {}, held, name);
      this.transactions.note({ isNew: held.lockout === null });
      const isChanged = held.lockout === null || differ(held.lockout, terms, author);
      if (isChanged) await this.lockouts.put(user, terms, author);
      return { held, terms, isChanged };
    });
    const event = isActive(terms, held.now) ? 'locked' : 'unlocked';
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], event));
    return { username: user, isNew: held.lockout === null, isChanged };
  }

  /**
   * Now and without end; idempotent.
   * @param author name of the principal
   * @throws UserNotFound
   */
  async lock(name: string, author: string): Promise<void> {
    const user = await existing(name, (prepared) => this.lockouts.lock(prepared, author));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], 'locked'));
  }

  /** Idempotent. @throws UserNotFound */
  async unlock(name: string): Promise<void> {
    const user = await existing(name, (prepared) => this.lockouts.unlock(prepared));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], 'unlocked'));
  }
}

/** What somebody sends may be long. */
function factsOf({ reason, until }: LockoutDraft): AuditFacts {
  return {
    ...(reason && { reason: cut(reason, MAX_REASON_LENGTH) }),
    ...(until && { until: until.toISOString().replace('Z', '+00:00') }),
  };
}

/** @throws InvalidArgument */
function termsOf(draft: LockoutDraft, { now, lockout }: HeldLockout, name: string): LockoutTerms {
  const reason = draft.reason || null;
  requireLength('reason', reason, MAX_REASON_LENGTH);
  const active = lockout?.active ? lockout.from : null;
  const wanted = draft.from ?? active ?? now;
  const isPast = wanted < now && wanted.getTime() !== active?.getTime();
  const from = isPast ? now : wanted;
  const until = draft.until ?? null;
  if (until !== null && (until <= from || until <= now)) {
    const before = until <= from ? `from ${shownTime(from)}` : 'now';
    const detail = `until ${shownTime(until)} is not after ${before}`;
    throw new InvalidArgument('lockout-ends-before-start', { resource: name, detail });
  }
  return { reason, from, until };
}

/** Whoever puts the one that a directory has made again makes it his own. */
const differ = (one: Lockout, other: LockoutTerms, author: string) =>
  (isSource(one.author) && one.author !== author) ||
  one.reason !== other.reason ||
  one.from.getTime() !== other.from.getTime() ||
  one.until?.getTime() !== other.until?.getTime();

async function existing(
  name: string,
  change: (user: Localpart) => Promise<boolean>,
): Promise<Localpart> {
  const prepared = username(name);
  if (prepared === null || !(await change(prepared))) throw new UserNotFound(name);
  return prepared;
}
