import { isDifferent } from '../shared/audit-facts.js';
import type { Changes } from '../shared/audit-facts.js';
import type { GroupDraft } from '../groups/group.js';
import type { Localpart } from '../shared/jid.js';
import type { Patch } from '../shared/patch.js';
import { NAMED_SCOPES } from '../shared/scopes.js';
import type { Scope, ScopeSet } from '../shared/scopes.js';
import { invalidValue } from '../shared/domain-error.js';
import { oneOf } from '../shared/words.js';
import type { FarewellDraft } from '../muc/rooms/room-removal.js';
import type { RoomDraft } from '../muc/rooms/room-draft.js';
import type { RoleDraft } from '../users/account-role.js';
import { username } from '../users/user.js';
import type { UserDraft } from '../users/user.js';
import type { JobOptions, LineOutcome } from './job.js';

interface Acting {
  /** `add` unless it says otherwise */
  readonly action?: string | undefined;
}

export type UserLine = Patch<
  UserDraft & Acting & RoleDraft & { readonly groups?: readonly string[] | undefined }
>;

export type GroupLine = Patch<Acting & Omit<GroupDraft, 'admins' | 'members'>>;

export type MembershipLine = Patch<
  Acting & {
    readonly group?: string | undefined;
    readonly jid?: string | undefined;
    readonly role?: string | undefined;
  }
>;

interface NamesRoom {
  readonly servicename?: string | undefined;
  readonly room?: string | undefined;
}

export type AffiliationLine = Patch<
  Acting &
    NamesRoom & { readonly jid?: string | undefined; readonly affiliation?: string | undefined }
>;

export type RoomLine = Patch<Acting & NamesRoom & FarewellDraft & Omit<RoomDraft, 'roomName'>>;

export type LockoutLine = Patch<
  Acting & {
    readonly username?: string | undefined;
    readonly reason?: string | undefined;
    readonly from?: Date | undefined;
    readonly until?: Date | undefined;
  }
>;

export type PasswordLine = Patch<Pick<UserDraft, 'username' | 'password'>>;

/** What became of a line that has not failed. */
export type Success = Exclude<LineOutcome, 'failed'>;

/** How a line has ended, with what is told about it. */
export interface LineEnd {
  readonly outcome: Success;
  readonly message: string;
}

/** A line that is not at its end: its next step, a transaction of its own, is given this, which is kept as JSON. */
export interface LineStep {
  readonly progress: object;
}

export type Ran = Success | LineEnd | LineStep;

/** What the audit entry of a batch calls the names of its lines. Contract: extensions E10, I-11 */
export const NAMED_KINDS = ['users', 'groups', 'rooms'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

export interface Member {
  readonly sent: string;
  readonly user: Localpart;
  /** the name of a group, which it means when there is no such user */
  readonly group?: string;
}

/** What a line is about, and how it is done. */
export interface PlannedLine {
  /** path below the root, as in events; `null` if the line names none */
  readonly object: string | null;
  /** for the audit entry: prepared where it can be, else as sent */
  readonly named: readonly [kind: NamedKind, name: string];
  /** for the audit entry, where all of its lines give the same */
  readonly reason?: string | null;
  /** further names in it, as sent */
  readonly mentioned?: readonly string[];
  /** who is added to something; `null` where it is no user of the domain */
  member?(): Member | null;
  /**
   * @param progress of a line that goes in steps, what the step before has left; a dry run has one step
   * @throws DomainError, as the single call
   */
  run(progress: unknown): Promise<Ran>;
}

/** What lines know of their job, and what they may do. */
export interface LineContext {
  readonly options: JobOptions;
  /** name of the principal */
  readonly makerName: string;
  /** the account of the maker; `null`: it has none */
  readonly self: Localpart | null;
  /** what the maker may do */
  readonly scopes: ScopeSet;
  /** @throws ScopeMissing if the maker lacks one */
  require(...scopes: readonly Scope[]): void;
  isAdministrator(name: Localpart): boolean;
  hasRole(name: Localpart): Promise<boolean>;
  /** whether only those who make administrators may give a new account this name */
  isReserved(name: Localpart): boolean;
  /** whether the account, existing or not, may read conversations */
  isReader(name: Localpart): boolean;
  /** Runs what ends the login of a user. @throws OwnLogin, LastAdministrator */
  endingLogin<T>(name: string, change: () => Promise<T>): Promise<T>;
  newPassword(): string;
  /** The maker of the job may fetch the password that a user has been given. */
  handOut(name: Localpart, password: string): void;
  /** The maker of the job may fetch what its line has made. @param content read at once */
  keepFile(content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The lines of one type. `D`: a line as it was read, unvalidated. */
export interface LinePlanner<D> {
  /** Lines are commands to the chat server, which take as long as that needs: a slow batch ends early. */
  readonly isLive?: boolean;
  /** Work that has to be done before the transaction of a batch; `null`: the line cannot be read. */
  prepare?(drafts: readonly (D | null)[], context: LineContext): Promise<void>;
  /** @throws InvalidArgument */
  plan(draft: D, context: LineContext): PlannedLine;
}

/** @throws InvalidArgument */
export function actionOf({ action }: Patch<Acting>): 'add' | 'remove' {
  if (!action) return 'add';
  if (action === 'add' || action === 'remove') return action;
  throw invalidValue('action', action, oneOf(['add', 'remove']));
}

/** What changes a login needs if it is that of an administrator, or of an account with a role. Contract: extensions E5.2 "Also needed" */
export async function requireLogin(sent: string, context: LineContext): Promise<void> {
  const name = username(sent);
  if (name === null || context.scopes.covers('admins:write')) return;
  if (context.isAdministrator(name) || (await context.hasRole(name))) {
    context.require('admins:write');
  }
}

/** What the new password of a login needs. Contract: extensions E5.2 "Also needed" */
export async function requirePassword(sent: string, context: LineContext): Promise<void> {
  const name = username(sent);
  if (name !== null && context.isReader(name)) context.require(...NAMED_SCOPES);
  await requireLogin(sent, context);
}

/** What a new account needs whose name is reserved. Contract: extensions E5.2 "Also needed" */
export function requireNewName(sent: string, context: LineContext): void {
  const name = username(sent);
  if (name !== null && context.isReserved(name)) context.require('admins:write');
  if (name !== null && context.isReader(name)) context.require(...NAMED_SCOPES);
}

/** @param segments of the path, not encoded */
export const objectAt = (...segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** What became of a line that has changed this. */
export function successOf(changes: Changes): Success {
  if (!isDifferent(changes)) return 'unchanged';
  return changes.isNew ? 'created' : 'updated';
}
