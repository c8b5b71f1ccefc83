import { userDoc, userOrUsers, usersDoc } from '@chat-admin/codecs/users/user.doc';
import type { UserOrUsers } from '@chat-admin/codecs/users/user.doc';
import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { NAMED_SCOPES, requireScopes } from '@chat-admin/domain/shared/scopes';
import { username } from '@chat-admin/domain/users/user';
import type { User, UserDraft, UserPatch } from '@chat-admin/domain/users/user';
import { UserManagement } from '@chat-admin/domain/users/user-management';
import { UserRemoval } from '@chat-admin/domain/users/user-removal';
import { UserSearch } from '@chat-admin/domain/users/user-search';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { changesLogins, quoted } from '../access/also-needed.js';
import type { PathNames } from '../access/also-needed.js';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, recognized } from '../http/bodies.js';
import { Delete, Patch, Post, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  EndsLogin,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Tagged,
  Changes,
  Chooses,
} from '../http/endpoint.js';
import { aList } from '../http/guarded.js';
import { theUser } from './guarded-users.js';
import { hiding } from '../http/hiding.js';
import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import type { ChosenDocument } from '../http/chosen-documents.js';
import { Caller } from '../access/caller.js';
import { PathJid } from '../http/path-users.js';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { FoundUser } from '@chat-admin/domain/users/user-list';
import { listed, Listing, ListRequest, wholeList } from '../http/lists.js';
import { document, moved } from '../http/replies.js';
import type { Moved } from '../http/replies.js';
import { userCriteria, userDetails, userFilter, userList } from './user-list.js';
import type { UserListQuery } from './user-list.js';

const userFields = userList.fields!;
/** What those alone see who can change it. */
const GRANTED = ['administrator', 'role'];
const TO_SEE_ROLES = ['admins:write'] as const;

const sentKind = (sent: UserOrUsers | null) => (sent?.kind === 'many' ? 'users' : 'user');
const sentNames = (sent: UserOrUsers | null) =>
  sent?.kind === 'many' ? sent.users.map((user) => user.username) : [sent?.user.username];
const nameIn = ({ username: sent = '' }: UserDraft) => username(sent) ?? sent;
/** Those alone whom the details name, since all of them take long to prepare: the use case notes them. */
const sentFacts = (sent: UserOrUsers | null): AuditFacts => {
  if (sent?.kind !== 'many') return {};
  const { first, more } = namesOf(sent.users, nameIn);
  return { users: { first, more } };
};

/** Whose login a change affects: a password, or a rename from and to. */
function changedLogins(
  patch: Pick<UserDraft | UserPatch, 'username' | 'password'> | null,
  { username: path = '' }: PathNames,
): readonly string[] {
  const { username: sent, password } = patch ?? {};
  if (sent != null && username(sent) !== username(path)) return [path, sent];
  return password == null ? [] : [path];
}

/** The name that a rename gives. */
const newNames = (
  patch: Pick<UserDraft | UserPatch, 'username'> | null,
  path: PathNames,
): readonly string[] => (renamed(path, patch) === null ? [] : [patch!.username!]);

/** Of a bulk request `ola, zoe and 98 more`. */
function sentName(sent: UserOrUsers | null): string | null {
  if (sent?.kind !== 'many') return sent?.user.username ?? null;
  const { users } = sent;
  const named = users.slice(0, 2).map(nameIn).join(', ');
  return users.length > 2 ? `${named} and ${users.length - 2} more` : named;
}

/** The user, if it gets another name. */
const renamed = ({ username: path = '' }: PathNames, sent: { username?: string | null } | null) =>
  sent?.username != null && username(sent.username) !== username(path) ? path : null;

const addressOf = (user: User) => `${API_ROOT}/users/${encodeURIComponent(user.username)}`;

/** Contract: core 3 */
@Controller(`${API_ROOT}/users`)
@About('users')
export class UsersController {
  constructor(
    private readonly users: UserManagement,
    private readonly removal: UserRemoval,
    private readonly search: UserSearch,
  ) {}

  @Get()
  @Operation('listUsers', 'Lists users')
  @Queries('search', 'propertyKey', 'propertyValue')
  @Lists(userList)
  @AlsoNeeds({ says: `${quoted(TO_SEE_ROLES)} with \`role\`` })
  @Replies(hiding(listed(usersDoc, userList), 'admins:write', ...GRANTED))
  async list(
    @Query() query: UserListQuery,
    @Listing() asked: ListRequest<(typeof userList)['filters']>,
    @Caller() { scopes }: Principal,
  ) {
    if (asked.filters.role !== null) requireScopes(scopes, TO_SEE_ROLES);
    if (asked.isPlain) return wholeList(this.users.list(userFilter(query)));
    const criteria = userCriteria(asked, query);
    const details = userDetails((field) => asked.asksFor(field));
    return asked.answer(await this.search.find(criteria, details));
  }

  @Get(':username')
  @Operation('getUser', 'Reads a user')
  @Refuses('user-not-found')
  @Tagged(isUsual)
  @Chooses(userFields)
  @Replies(choosable(document(userDoc), userFields))
  async find(
    @Param('username') username: string,
    @Chosen() chosen: readonly string[] | null,
    @Caller() caller: Principal,
  ): Promise<ChosenDocument<User>> {
    if (chosen === null) return { fields: null, document: await this.users.get(username) };
    // for others it is left out
    const mayKnow = caller.scopes.covers('admins:write');
    const fields = chosen.filter((name) => mayKnow || !GRANTED.includes(name));
    const details = userDetails((field) => fields.includes(field));
    const found = await this.search.get(username, details);
    return { fields, document: found as FoundUser & User };
  }

  @Post()
  @Operation('createUser', 'Creates a user, or many')
  @Refuses(
    'invalid-username',
    'new-user-property-incomplete',
    'password-missing',
    'user-already-exists',
  )
  @Accepts(recognized(body(userOrUsers, userDoc, usersDoc)))
  @AlsoNeeds(changesLogins({ made: sentNames }))
  @Changes(aList)
  @Audited(sentKind, sentName, null, sentFacts)
  create(@Body() sent: UserOrUsers | null) {
    return sent?.kind === 'many'
      ? this.users.createAll(sent.users)
      : this.users.create(sent?.user ?? null);
  }

  @Put(':username')
  @Operation('updateUser', 'Changes a user; a new user name renames the account')
  @Refuses(
    'invalid-username',
    'managed-fields',
    'password-empty',
    'password-missing',
    'user-already-exists',
    'user-not-found',
    'user-property-incomplete',
    'user-to-rename-not-found',
  )
  @Accepts(recognized(body(userDoc)))
  @AlsoNeeds(changesLogins({ body: changedLogins, made: newNames }))
  @Changes(
    theUser,
    (
      own: UsersController,
      sent: UserDraft | null,
      path: string,
      by: Principal,
      jid: string | null,
    ) => own.createAt(jid ?? path, sent, by),
  )
  @EndsLogin(renamed)
  @Audited('user')
  update(
    @Body() patch: UserDraft | null,
    @Param('username') username: string,
    @Caller() _caller: Principal,
    @PathJid() _jid: string | null,
  ) {
    return this.users.update(username, patch);
  }

  private createAt(path: string, sent: UserDraft | null, { scopes }: Principal): Promise<void> {
    if (this.users.isReserved(path)) requireScopes(scopes, ['admins:write']);
    if (this.users.isReader(path)) requireScopes(scopes, NAMED_SCOPES);
    return this.users.createAt(path, sent);
  }

  @Patch(':username')
  @Operation('patchUser', 'Changes some fields of a user; a new user name renames the account')
  @Refuses(
    'invalid-username',
    'managed-fields',
    'password-empty',
    'user-already-exists',
    'user-not-found',
    'user-property-incomplete',
    'user-to-rename-not-found',
  )
  @Tagged()
  @Accepts(mergePatch(userDoc, 'username', 'password'))
  @AlsoNeeds(changesLogins({ body: changedLogins, made: newNames }))
  @Replies(moved(userDoc))
  @Changes(theUser)
  @EndsLogin(renamed)
  @Audited('user')
  async patch(@Body() patch: UserPatch, @Param('username') path: string): Promise<Moved<User>> {
    const { after: user } = await this.users.patch(path, patch);
    const isRenamed = user.username !== username(path);
    return { document: user, address: isRenamed ? addressOf(user) : null };
  }

  @Delete(':username')
  @Operation('deleteUser', 'Deletes a user with all that belongs to the account')
  @Refuses('managed-object', 'user-not-found')
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @Changes(theUser)
  @EndsLogin(({ username }) => username!)
  @Audited('user')
  remove(@Param('username') username: string) {
    return this.removal.remove(username);
  }
}
