import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { Controller, Delete, Param, Post } from '@nestjs/common';
import { changesLogins } from '../access/also-needed.js';
import { API_ROOT } from '../http/api-root.js';
import { About, AlsoNeeds, Audited, EndsLogin, Operation } from '../http/endpoint.js';

/** Contract: core 4.2 */
@Controller(`${API_ROOT}/lockouts`)
@About('lockouts')
export class LockoutsController {
  constructor(private readonly lockouts: LockoutManagement) {}

  @Post(':username')
  @Operation('lockUser', 'Locks an account: its sessions end, logins are refused')
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @EndsLogin(({ username }) => username!)
  @Audited('lockout')
  lock(@Param('username') username: string) {
    return this.lockouts.lock(username);
  }

  @Delete(':username')
  @Operation('unlockUser', 'Unlocks an account')
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @Audited('lockout')
  unlock(@Param('username') username: string) {
    return this.lockouts.unlock(username);
  }
}
