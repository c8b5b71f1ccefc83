import { userDoc, userOrUsers, usersDoc } from '@chat-admin/codecs/users/user.doc';
import type { UserOrUsers } from '@chat-admin/codecs/users/user.doc';
import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { username } from '@chat-admin/domain/users/user';
import type { UserDraft } from '@chat-admin/domain/users/user';
import { UserManagement } from '@chat-admin/domain/users/user-management';
import { UserRemoval } from '@chat-admin/domain/users/user-removal';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { About, Accepts, Audited, Operation, Queries, Replies, Tagged } from '../http/endpoint.js';
import { document, streamed } from '../http/replies.js';
import { userFilter } from './user-list.query.js';
import type { UserListQuery } from './user-list.query.js';

const sentKind = (sent: UserOrUsers | null) => (sent?.kind === 'many' ? 'users' : 'user');
const nameIn = ({ username: sent = '' }: UserDraft) => username(sent) ?? sent;
const sentFacts = (sent: UserOrUsers | null): AuditFacts =>
  sent?.kind === 'many' ? { users: namesOf(sent.users, nameIn) } : {};

/** Of a bulk request `ola, zoe and 98 more`. */
function sentName(sent: UserOrUsers | null): string | null {
  if (sent?.kind !== 'many') return sent?.user.username ?? null;
  const { users } = sent;
  const named = users.slice(0, 2).map(nameIn).join(', ');
  return users.length > 2 ? `${named} and ${users.length - 2} more` : named;
}

/** Contract: core 3 */
@Controller(`${API_ROOT}/users`)
@About('users')
export class UsersController {
  constructor(
    private readonly users: UserManagement,
    private readonly removal: UserRemoval,
  ) {}

  @Get()
  @Operation('listUsers', 'Lists users')
  @Queries('search', 'propertyKey', 'propertyValue')
  @Replies(streamed(usersDoc))
  list(@Query() query: UserListQuery) {
    return { batches: this.users.list(userFilter(query)) };
  }

  @Get(':username')
  @Operation('getUser', 'Reads a user')
  @Tagged()
  @Replies(document(userDoc))
  find(@Param('username') username: string) {
    return this.users.get(username);
  }

  @Post()
  @Operation('createUser', 'Creates a user, or many')
  @Accepts(body(userOrUsers, userDoc))
  @Audited(sentKind, sentName, null, sentFacts)
  create(@Body() sent: UserOrUsers | null) {
    return sent?.kind === 'many'
      ? this.users.createAll(sent.users)
      : this.users.create(sent?.user ?? null);
  }

  @Put(':username')
  @Operation('updateUser', 'Changes a user; a new user name renames the account')
  @Accepts(body(userDoc))
  @Audited('user')
  update(@Body() patch: UserDraft | null, @Param('username') username: string) {
    return this.users.update(username, patch);
  }

  @Delete(':username')
  @Operation('deleteUser', 'Deletes a user with all that belongs to the account')
  @Audited('user')
  remove(@Param('username') username: string) {
    return this.removal.remove(username);
  }
}
