import { isDifferent, namesOf } from '../shared/audit-facts.js';
import type { Patched } from '../shared/audit-facts.js';
import { InvalidArgument } from '../shared/domain-error.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import { Pace } from '../shared/pieces.js';
import { shownValue } from '../shared/shown-value.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { isListed, isReader, isReserved } from '../system/administrators.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import type { Credentials, PasswordHasher } from './credentials.js';
import { UserAlreadyExists, UserNotFound } from './errors.js';
import type { TouchedReferences } from './touched-references.js';
import {
  asksForRename,
  changedFields,
  checkNewUser,
  checkPatch,
  checkUpdate,
  updatedUser,
} from './user-draft.js';
import type { CheckedDraft, CheckedUpdate } from './user-draft.js';
import type { UserChanges } from './user-changes.js';
import { username } from './user.js';
import type { ListedUser, User, UserDraft, UserFilter, UserPatch } from './user.js';
import type { NewAccount, UserRepository } from './user-repository.js';

/** Its name and password have to be prepared. */
const PACE_OF_A_USER = 5;

const NOTHING_TOUCHED: TouchedReferences = { rosterOwners: [], groups: [], rooms: [] };

/** Users: find, list, create, update, rename. Removal: `user-removal.ts`. Contract: core 3.1 to 3.5 */
export class UserManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly changes: UserChanges,
    private readonly hasher: PasswordHasher,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly properties: SystemProperties,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws UserNotFound */
  async get(name: string): Promise<User> {
    const prepared = username(name);
    const user = prepared && (await this.users.find(prepared));
    if (!user) throw new UserNotFound(name);
    return user;
  }

  list(filter: UserFilter): AsyncIterable<readonly ListedUser[]> {
    return this.users.list(filter);
  }

  /** Whether only those who make administrators may give a new account this name. */
  isReserved(name: string): boolean {
    const prepared = username(name);
    const listed = this.properties.read(systemProperty.administrators);
    return prepared !== null && isReserved(prepared, listed, this.domain);
  }

  /** Whether those alone who may read conversations may give an account this name, or its password. */
  isReader(name: string): boolean {
    const prepared = username(name);
    const listed = this.properties.read(systemProperty.conversationReaders);
    return prepared !== null && isReader(prepared, listed, this.domain);
  }

  /** @throws InvalidArgument, PasswordMissing, UserAlreadyExists, Overloaded */
  async create(draft: UserDraft | null): Promise<void> {
    await this.add([checkNewUser(draft)]);
  }

  /** As {@link create}; `path` names the user, and the draft nobody else. */
  createAt(path: string, draft: UserDraft | null): Promise<void> {
    const { username: sent = path } = draft ?? {};
    if (username(sent) !== username(path)) {
      const detail = `the document names ${shownValue(sent)}`;
      throw new InvalidArgument('invalid-username', { resource: sent, detail });
    }
    return this.create({ ...draft, username: sent });
  }

  /**
   * All or nothing; the first entry that fails determines the error.
   * @throws InvalidArgument, PasswordMissing, UserAlreadyExists, Overloaded. Contract: core 3.3
   * "Bulk"
   */
  async createAll(drafts: readonly UserDraft[]): Promise<void> {
    const checked: CheckedDraft[] = [];
    const names = new Set<Localpart>();
    let failure: unknown = drafts.length === 0 ? caught(() => checkNewUser(null)) : undefined;
    const pace = new Pace();
    for (const draft of drafts) {
      await pace.count(PACE_OF_A_USER);
      try {
        const next = checkNewUser(draft);
        if (names.has(next.user.username)) throw new UserAlreadyExists(next.sent);
        names.add(next.user.username);
        checked.push(next);
      } catch (error) {
        failure = error;
        break;
      }
    }
    this.transactions.note({ about: namesOf([...names], (name) => name) });
    if (failure !== undefined) {
      await this.refuseExisting(checked);
      throw failure;
    }
    await this.add(checked);
  }

  /**
   * Overwrites what the draft names.
   * @throws UserNotFound, InvalidArgument, UserAlreadyExists, Overloaded. Contract: core 3.4, 3.5
   */
  async update(path: string, draft: UserDraft | null): Promise<void> {
    const { current, missing } = this.aim(path, draft);
    const before = current && (await this.users.find(current));
    if (!before) throw missing;
    if (draft === null) return;
    const update = checkUpdate(before.username, path, draft);
    this.transactions.note({ changed: changedFields(before, update) });
    if (!(await this.carryOut(before.username, update, () => this.keys(update)))) throw missing;
  }

  /**
   * Applied to what is stored when it is its turn, and only if that makes a difference.
   * @returns the user after it, and what that has changed
   * @throws UserNotFound, InvalidArgument, UserAlreadyExists, TooManyParts, Overloaded. Contract: extensions E3
   */
  async patch(path: string, patch: UserPatch): Promise<Patched<User>> {
    const { current, missing } = this.aim(path, patch);
    const check = (before: User | null) => {
      if (before === null) throw missing;
      return checkPatch(before, path, patch);
    };
    // so costly that nobody should wait for it
    const keys =
      patch.password === undefined
        ? null
        : await this.keys(check(current && (await this.users.find(current))));
    return this.transactions.run(async () => {
      const before = current && (await this.users.lock(current));
      const update = check(before);
      const changes = { changed: changedFields(before!, update) };
      this.transactions.note(changes);
      if (!isDifferent(changes) && update.rename === null) return { after: before!, changes };
      await this.carryOut(current!, update, async () => keys);
      return { after: updatedUser(before!, update), changes };
    });
  }

  /** Of whom a request speaks, and what to say if there is no such user. */
  private aim(path: string, draft: Pick<UserPatch, 'username'> | null) {
    const current = username(path);
    if (!asksForRename(current, draft)) return { current, missing: new UserNotFound(path) };
    const sent = draft!.username!;
    this.transactions.note({ to: username(sent) ?? sent });
    return { current, missing: new UserNotFound(path, 'user-to-rename-not-found') };
  }

  private async keys({ password }: CheckedUpdate): Promise<Credentials | null> {
    return password === null ? null : this.hasher.derive(password);
  }

  /** @returns false if there is no such user any more */
  private async carryOut(
    current: Localpart,
    update: CheckedUpdate,
    keys: () => Promise<Credentials | null>,
  ): Promise<boolean> {
    if (update.rename && !(await this.mayBecome(current, update.rename))) return false;
    const touched = await this.apply(current, update, await keys());
    if (touched !== null) await this.announce(current, update, touched);
    return touched !== null;
  }

  private async add(drafts: readonly CheckedDraft[]): Promise<void> {
    await this.refuseExisting(drafts);
    const credentials = await this.hasher.deriveAll(drafts.map(({ password }) => password));
    const accounts: NewAccount[] = drafts.map(({ user }, index) => ({
      user,
      credentials: credentials[index]!,
    }));
    refuseFirst(drafts, new Set(await this.users.add(accounts)));
    await this.transactions.afterCommit(() =>
      this.chatServer.usersChanged(
        drafts.map(({ user }) => user.username),
        'created',
      ),
    );
  }

  /**
   * An early check before the costly key derivation; the database decides when the users are
   * stored.
   */
  private async refuseExisting(drafts: readonly CheckedDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    refuseFirst(drafts, await this.users.existing(drafts.map(({ user }) => user.username)));
  }

  /**
   * Both names at one moment: who has just been renamed to the wanted name is not in the way of themselves.
   * @returns false if there is no such user any more
   */
  private async mayBecome(
    current: Localpart,
    { to, sent }: { to: Localpart; sent: string },
  ): Promise<boolean> {
    const existing = await this.users.existing([current, to]);
    if (!existing.has(current)) return false;
    if (existing.has(to)) throw new UserAlreadyExists(sent);
    return true;
  }

  /** @returns null if there is no such user any more */
  private async apply(
    current: Localpart,
    { rename, change }: CheckedUpdate,
    credentials: Credentials | null,
  ): Promise<TouchedReferences | null> {
    if (rename === null) {
      return (await this.changes.update(current, change, credentials)) ? NOTHING_TOUCHED : null;
    }
    try {
      return await this.changes.rename(current, rename.to, change, credentials);
    } catch (error) {
      throw error instanceof UserAlreadyExists ? new UserAlreadyExists(rename.sent) : error;
    }
  }

  private async announce(
    current: Localpart,
    { rename, password }: CheckedUpdate,
    touched: TouchedReferences,
  ): Promise<void> {
    if (rename === null && password !== null) {
      await this.transactions.afterCommit(() =>
        this.chatServer.usersChanged([current], 'password'),
      );
    }
    if (rename === null) return;
    const { to } = rename;
    const { rosterOwners, groups, rooms } = touched;
    await this.transactions.afterCommit(async () => {
      if (isListed(this.properties, this.domain.jidOf(current))) await this.properties.refresh();
      await this.chatServer.usersChanged([current], 'deleted');
      await this.chatServer.usersChanged([to], 'created');
      await this.chatServer.rostersChanged([to, ...rosterOwners]);
      await this.chatServer.groupsChanged(groups);
      await this.chatServer.roomsChanged(rooms);
    });
  }
}

function refuseFirst(drafts: readonly CheckedDraft[], existing: ReadonlySet<Localpart>): void {
  const taken = drafts.find(({ user }) => existing.has(user.username));
  if (taken) throw new UserAlreadyExists(taken.sent);
}

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
