import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { userGroupsDoc } from '@chat-admin/codecs/users/user-groups.doc';
import { UserGroupManagement } from '@chat-admin/domain/users/user-group-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { Delete, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Lists,
  Operation,
  Refuses,
  Replies,
  Changes,
} from '../http/endpoint.js';
import { theGroup } from '../groups/guarded-group.js';
import { userGroupList } from '../groups/group-lists.js';
import { listed, Listing, ListRequest, ofLength } from '../http/lists.js';

const sentGroups = (names: readonly string[] | null): AuditFacts => ({
  groups: namesOf(names ?? [], (name) => name),
});

/** Contract: core 4.1 */
@Controller(`${API_ROOT}/users/:username/groups`)
@About('groups')
@Refuses('user-not-found', 'user-not-local')
export class UserGroupsController {
  constructor(private readonly groups: UserGroupManagement) {}

  @Get()
  @Operation('listUserGroups', 'Lists the groups of a user')
  @Lists(userGroupList)
  @Replies(listed(userGroupsDoc, userGroupList))
  async list(@Param('username') username: string, @Listing() asked: ListRequest) {
    if (asked.isPlain) return ofLength(await this.groups.list(username));
    return asked.answer(await this.groups.ordered(username));
  }

  @Post()
  @Operation('addUserToGroups', 'Adds a user to groups; those that do not exist are created')
  @Refuses('invalid-group-name', 'managed-fields')
  @Accepts(body(userGroupsDoc))
  @Audited('user groups', null, null, sentGroups)
  join(@Body() names: readonly string[] | null, @Param('username') username: string) {
    return this.groups.join(username, names ?? []);
  }

  @Post(':groupName')
  @Operation('addUserToGroup', 'Adds a user to a group')
  @Refuses('invalid-group-name', 'managed-fields')
  @Changes(theGroup)
  @Audited('user groups')
  joinOne(@Param('username') username: string, @Param('groupName') groupName: string) {
    return this.groups.join(username, [groupName]);
  }

  @Delete()
  @Operation('removeUserFromGroups', 'Removes a user from groups')
  @Refuses('group-not-found', 'managed-fields')
  @Accepts(body(userGroupsDoc))
  @Audited('user groups', null, null, sentGroups)
  leave(@Body() names: readonly string[] | null, @Param('username') username: string) {
    return this.groups.leave(username, names ?? []);
  }

  @Delete(':groupName')
  @Operation('removeUserFromGroup', 'Removes a user from a group')
  @Refuses('group-not-found', 'managed-fields')
  @Changes(theGroup)
  @Audited('user groups')
  leaveOne(@Param('username') username: string, @Param('groupName') groupName: string) {
    return this.groups.leave(username, [groupName]);
  }
}
