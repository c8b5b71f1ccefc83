import { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import type { ChosenDocument } from '../http/chosen-documents.js';
import { countedGroup } from '@chat-admin/domain/groups/group';
import { extraFieldsOfGroup, groupDoc, groupsDoc } from '@chat-admin/codecs/groups/group.doc';
import type { Group, LongGroup, GroupDraft, GroupPatch } from '@chat-admin/domain/groups/group';
import { GroupManagement } from '@chat-admin/domain/groups/group-management';
import { GroupSearch } from '@chat-admin/domain/groups/group-search';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, recognized } from '../http/bodies.js';
import { Delete, Patch, Post, Put } from '../http/changing-routes.js';
import {
  Chooses,
  About,
  Accepts,
  Audited,
  Lists,
  Operation,
  Refuses,
  Replies,
  Tagged,
  Changes,
} from '../http/endpoint.js';
import { theGroup } from './guarded-group.js';
import { aList } from '../http/guarded.js';
import { listed, Listing, ListRequest, wholeList } from '../http/lists.js';
import { document, groupOfAnySize } from '../http/replies.js';
import { groupList } from './group-lists.js';

const sentName = (sent: GroupDraft | null) => sent?.name ?? null;

const groupFields = new FieldChoice(groupDoc, extraFieldsOfGroup);

/** Contract: core 6 */
@Controller(`${API_ROOT}/groups`)
@About('groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupManagement,
    private readonly search: GroupSearch,
  ) {}

  @Get()
  @Operation('listGroups', 'Lists groups')
  @Lists(groupList)
  @Replies(listed(groupsDoc, groupList))
  async list(@Listing() asked: ListRequest<(typeof groupList)['filters']>) {
    if (asked.isPlain) return wholeList(this.groups.list());
    const details = {
      people: asked.asksFor('members') || asked.asksFor('admins'),
      count: asked.asksFor('memberCount'),
    };
    return asked.answer(await this.search.find(asked.filters, details));
  }

  @Get(':groupName')
  @Operation('getGroup', 'Reads a group with its members')
  @Refuses('group-not-found')
  @Tagged(isUsual)
  @Chooses(groupFields)
  @Replies(choosable(groupOfAnySize, groupFields))
  async find(
    @Param('groupName') groupName: string,
    @Chosen() fields: readonly string[] | null,
  ): Promise<ChosenDocument<{ readonly group: Group | LongGroup }>> {
    const group = await this.groups.get(groupName);
    if (fields === null) return { fields, document: { group } };
    const source = await this.groups.sourceOf(groupName);
    const document = { group, ...(await countedGroup(group)), ...source };
    return { fields, document };
  }

  @Post()
  @Operation('createGroup', 'Creates a group')
  @Refuses('group-already-exists', 'invalid-group-member', 'invalid-group-name')
  @Accepts(recognized(body(groupDoc)))
  @Changes(aList)
  @Audited('group', sentName)
  create(@Body() group: GroupDraft | null) {
    return this.groups.create(group);
  }

  @Put(':groupName')
  @Operation('replaceGroup', 'Changes a group: what the document names is overwritten')
  @Refuses(
    'group-name-mismatch',
    'group-name-missing',
    'group-not-found',
    'invalid-group-member',
    'invalid-group-name',
    'managed-fields',
  )
  @Accepts(recognized(body(groupDoc)))
  @Changes(
    theGroup,
    (own: GroupsController, sent: GroupDraft | null, path: string) =>
      own.groups.createAt(path, sent),
    'always',
  )
  @Audited('group')
  update(@Body() group: GroupDraft | null, @Param('groupName') groupName: string) {
    return this.groups.update(groupName, group);
  }

  @Patch(':groupName')
  @Operation('patchGroup', 'Changes some fields of a group')
  @Refuses(
    'group-name-mismatch',
    'group-name-missing',
    'group-not-found',
    'invalid-group-member',
    'managed-fields',
  )
  @Tagged()
  @Accepts(mergePatch(groupDoc))
  @Replies(document(groupDoc))
  @Changes(theGroup)
  @Audited('group')
  async patch(@Body() patch: GroupPatch, @Param('groupName') groupName: string) {
    return (await this.groups.patch(groupName, patch)).after;
  }

  @Delete(':groupName')
  @Operation('deleteGroup', 'Deletes a group')
  @Refuses('group-not-found', 'managed-object')
  @Changes(theGroup)
  @Audited('group')
  remove(@Param('groupName') groupName: string) {
    return this.groups.remove(groupName);
  }
}
