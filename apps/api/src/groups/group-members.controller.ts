import { groupMemberDoc, groupMembersDoc } from '@chat-admin/codecs/groups/group.doc';
import { GroupMemberManagement } from '@chat-admin/domain/groups/group-member-management';
import type { GroupMemberDraft } from '@chat-admin/domain/groups/group-member-management';
import { GroupSearch } from '@chat-admin/domain/groups/group-search';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, optional } from '../http/bodies.js';
import { Created } from '../http/created.js';
import { Delete, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Lists,
  MayCreate,
  Operation,
  Refuses,
  Replies,
  Changes,
} from '../http/endpoint.js';
import { theGroup } from './guarded-group.js';
import { listed, Listing, ListRequest, wholeList } from '../http/lists.js';
import { groupMemberList } from './group-lists.js';

/** Contract: extensions E1.3 */
@Controller(`${API_ROOT}/groups/:groupName/members`)
@About('groups')
@Refuses('group-not-found')
export class GroupMembersController {
  constructor(
    private readonly members: GroupMemberManagement,
    private readonly search: GroupSearch,
  ) {}

  @Get()
  @Operation('listGroupMembers', 'Lists the members and admins of a group')
  @Lists(groupMemberList)
  @Replies(listed(groupMembersDoc, groupMemberList))
  async list(
    @Param('groupName') groupName: string,
    @Listing() asked: ListRequest<(typeof groupMemberList)['filters']>,
  ) {
    if (asked.isPlain) return wholeList(await this.members.list(groupName));
    return asked.answer(await this.search.people(groupName, asked.filters));
  }

  @Put(':jid')
  @Operation('putGroupMember', 'Adds a member or admin to a group, or changes the role')
  @Refuses('invalid-group-member', 'managed-fields')
  @MayCreate()
  @Accepts(optional(body(groupMemberDoc)))
  @Changes(theGroup)
  @Audited('group member')
  async put(
    @Body() member: (GroupMemberDraft & { readonly jid?: string | undefined }) | null,
    @Param('groupName') groupName: string,
    @Param('jid') jid: string,
  ) {
    const put = await this.members.put(groupName, jid, member);
    return put.changes.isNew ? Created.at('groups', groupName, 'members', put.jid) : undefined;
  }

  @Delete(':jid')
  @Operation('removeGroupMember', 'Removes a member or admin from a group')
  @Refuses('group-member-not-found', 'invalid-group-member', 'managed-fields')
  @Changes(theGroup)
  @Audited('group member')
  remove(@Param('groupName') groupName: string, @Param('jid') jid: string) {
    return this.members.remove(groupName, jid);
  }
}
