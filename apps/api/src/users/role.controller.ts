import { roleDoc } from '@chat-admin/codecs/users/role.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { ROLE_SCOPES } from '@chat-admin/domain/users/account-role';
import type { RoleDraft } from '@chat-admin/domain/users/account-role';
import { RoleManagement } from '@chat-admin/domain/users/role-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { body, optional, recognized } from '../http/bodies.js';
import { Delete, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Operation,
  Refuses,
  Replies,
} from '../http/endpoint.js';
import { document } from '../http/replies.js';

const OF_ROLE: AlsoNeeded = {
  says: `each scope of the role, before and after: ${quoted(Object.values(ROLE_SCOPES).flat())}`,
};

/** Contract: extensions E24 */
@Controller(`${API_ROOT}/users/:username/role`)
@About('admins')
@Refuses('user-not-found')
export class RoleController {
  constructor(private readonly roles: RoleManagement) {}

  @Get()
  @Operation('getRole', 'Reads the role of an account')
  @Refuses('role-not-found')
  @Replies(document(roleDoc))
  find(@Param('username') username: string) {
    return this.roles.get(username);
  }

  @Put()
  @Operation('putRole', 'Gives an account a role, with which it signs in to the console')
  @AlsoNeeds(OF_ROLE)
  @Refuses('invalid-value')
  @Accepts(recognized(optional(body(roleDoc))))
  @Replies(document(roleDoc))
  @Audited('role')
  async put(
    @Body() draft: RoleDraft | null,
    @Param('username') username: string,
    @Caller() { scopes }: Principal,
  ) {
    const { role } = await this.roles.put(username, draft, scopes);
    return { role };
  }

  @Delete()
  @Operation('removeRole', 'Takes the role of an account away')
  @AlsoNeeds(OF_ROLE)
  @Audited('role')
  async remove(@Param('username') username: string, @Caller() { scopes }: Principal) {
    await this.roles.remove(username, scopes);
  }
}
