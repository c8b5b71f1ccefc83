import { AdministratorManagement } from '@chat-admin/domain/access/administrator-management';
import { Controller, Param } from '@nestjs/common';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';
import { API_ROOT } from '../http/api-root.js';
import { Delete, Put } from '../http/changing-routes.js';
import {
  About,
  AlsoNeeds,
  Audited,
  Operation,
  Refuses,
  SetsAdministrators,
} from '../http/endpoint.js';

const EVERYTHING = ['*'] as const;
const TO_GIVE_EVERYTHING: AlsoNeeded = {
  says: quoted(EVERYTHING),
  byPath: () => EVERYTHING,
};

/** Contract: extensions E24.1 */
@Controller(`${API_ROOT}/users/:username/administrator`)
@About('admins')
export class AdministratorController {
  constructor(private readonly administrators: AdministratorManagement) {}

  @Put()
  @Operation('grantAdministrator', 'Makes an account an administrator')
  @AlsoNeeds(TO_GIVE_EVERYTHING)
  @Refuses('user-not-found')
  @Audited('administrator')
  grant(@Param('username') username: string) {
    return this.administrators.grant(username);
  }

  @Delete()
  @Operation('revokeAdministrator', 'Makes an account no administrator any more')
  @AlsoNeeds(TO_GIVE_EVERYTHING)
  @Refuses('administrator-not-found')
  @SetsAdministrators()
  @Audited('administrator')
  revoke(@Param('username') username: string) {
    return this.administrators.revoke(username, { force: true });
  }
}
