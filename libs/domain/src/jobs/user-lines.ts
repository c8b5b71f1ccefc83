import type { Localpart } from '../shared/jid.js';
import { setBy } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { userNamed } from '../users/local-user.js';
import type { RoleManagement } from '../users/role-management.js';
import type { UserDraft, UserPatch } from '../users/user.js';
import type { UserGroupManagement } from '../users/user-group-management.js';
import type { UserManagement } from '../users/user-management.js';
import type { UserRemoval } from '../users/user-removal.js';
import type { UserRepository } from '../users/user-repository.js';
import {
  actionOf,
  objectAt,
  requireLogin,
  requireNewName,
  requirePassword,
  successOf,
} from './job-line.js';
import type { LineContext, LinePlanner, PlannedLine, Success, UserLine } from './job-line.js';
import { preparedPassword } from '../users/password.js';
import type { PreparedKeys } from './prepared-keys.js';

/** Lines that create, change and delete users. Contract: extensions E7.1 */
export class UserLines implements LinePlanner<UserLine> {
  /** for users that would be created without one */
  private generated = new Map<Localpart, string>();

  constructor(
    private readonly users: UserManagement,
    private readonly removal: UserRemoval,
    private readonly userGroups: UserGroupManagement,
    private readonly roles: RoleManagement,
    private readonly repository: UserRepository,
    private readonly keys: PreparedKeys,
    private readonly domain: ServiceDomain,
  ) {}

  /** Derives keys while nothing is locked. */
  async prepare(drafts: readonly (UserLine | null)[], context: LineContext): Promise<void> {
    const { options } = context;
    this.generated = new Map();
    const added = drafts.flatMap((draft) => {
      const name = draft?.username ? userNamed(draft.username, this.domain) : null;
      return draft === null || name === null || draft.action === 'remove' ? [] : [{ name, draft }];
    });
    const existing = await this.repository.existing(added.map(({ name }) => name));
    const passwords = added.flatMap(({ name, draft }) => {
      if (existing.has(name) && options.onExisting !== 'update') return [];
      if (draft.password) return [draft.password];
      if (existing.has(name) || !options.generatePasswords) return [];
      const password = this.generated.get(name) ?? context.newPassword();
      this.generated.set(name, password);
      return [password];
    });
    // one that is refused needs no keys
    const prepared = passwords.map(preparedPassword).filter((one) => one !== null);
    await this.keys.prepare(prepared, options.dryRun);
  }

  plan(draft: UserLine, context: LineContext): PlannedLine {
    const sent = draft.username ?? '';
    const name = userNamed(sent, this.domain) ?? sent;
    const action = actionOf(draft);
    return {
      object: sent === '' ? null : objectAt('users', name),
      named: ['users', name],
      mentioned: draft.groups ?? [],
      run: () => (action === 'remove' ? this.remove(name, context) : this.add(draft, context)),
    };
  }

  private async remove(name: string, context: LineContext): Promise<Success> {
    await requireLogin(name, context);
    await context.endingLogin(name, () => this.removal.remove(name));
    return 'removed';
  }

  private async add(draft: UserLine, context: LineContext): Promise<Success> {
    const { onExisting } = context.options;
    const sent = draft.username ?? '';
    const name = userNamed(sent, this.domain);
    const exists = name !== null && (await this.repository.existing([name])).has(name);
    if (exists && onExisting === 'skip') return 'unchanged';
    const groups = groupsOf(draft, context);
    if (groups !== null) context.require('groups:write');
    if (draft.role !== undefined) context.require('admins:write');
    if (exists && onExisting === 'update') return this.update(name, draft, groups, context);
    requireNewName(sent, context);
    const generated = draft.password || name === null ? null : this.passwordFor(name, context);
    await this.users.create(newUser(draft, generated));
    await this.join(sent, groups, context);
    await this.setRole(sent, draft, context);
    if (name !== null && generated !== null) context.handOut(name, generated);
    return 'created';
  }

  private async update(
    name: Localpart,
    draft: UserLine,
    groups: readonly string[] | null,
    context: LineContext,
  ): Promise<Success> {
    const { username: _name, password, groups: _groups, role: _role, action: _a, ...rest } = draft;
    if (password) await requirePassword(name, context);
    const patch: UserPatch = { ...rest, ...(password ? { password } : {}) };
    const { changes } = await this.users.patch(name, patch);
    const changed = await this.join(name, groups, context);
    const hasOther = await this.setRole(name, draft, context);
    return hasOther || changed.length > 0 ? 'updated' : successOf(changes);
  }

  /** @returns whether it is another one than before */
  private async setRole(
    name: string,
    { role }: UserLine,
    { scopes }: LineContext,
  ): Promise<boolean> {
    if (role === undefined) return false;
    if (role === null) return this.roles.remove(name, scopes);
    return (await this.roles.put(name, { role }, scopes)).isChanged;
  }

  private passwordFor(name: Localpart, context: LineContext): string | null {
    if (!context.options.generatePasswords) return null;
    // who was there when the batch was prepared may have gone
    return this.generated.get(name) ?? context.newPassword();
  }

  /** @returns the groups that changed */
  private async join(
    name: string,
    groups: readonly string[] | null,
    { options }: LineContext,
  ): Promise<readonly string[]> {
    if (groups === null) return [];
    if (options.groups === 'set') return this.userGroups.set(name, groups);
    return groups.length > 0 ? this.userGroups.join(name, groups) : [];
  }
}

/** @returns `null` if the line says nothing of groups; that there is none, where they are set, is said by `null` too */
function groupsOf({ groups }: UserLine, { options }: LineContext): readonly string[] | null {
  return groups === null && options.groups === 'set' ? [] : (groups ?? null);
}

function newUser(line: UserLine, generated: string | null): UserDraft {
  const { action: _action, groups: _groups, role: _role, properties, ...fields } = line;
  const entries = isEntries(properties)
    ? [...properties].flatMap(([key, value]) => (value === null ? [] : [{ key, value }]))
    : properties;
  return {
    ...setBy(fields),
    password: line.password || (generated ?? undefined),
    properties: entries ?? undefined,
  };
}

function isEntries(
  properties: UserLine['properties'],
): properties is ReadonlyMap<string, string | null> {
  return properties instanceof Map;
}
