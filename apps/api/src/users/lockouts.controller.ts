import { lockoutDoc, lockoutDraftDoc, lockoutsDoc } from '@chat-admin/codecs/users/lockout.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { LockoutDraft } from '@chat-admin/domain/users/lockout';
import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { changesLogins } from '../access/also-needed.js';
import type { PathNames } from '../access/also-needed.js';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { body, optional, recognized } from '../http/bodies.js';
import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import { Created } from '../http/created.js';
import { Delete, Post, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Changes,
  Chooses,
  EndsLogin,
  Lists,
  MayCreate,
  Operation,
  Refuses,
  Replies,
  Tagged,
} from '../http/endpoint.js';
import { theLockout } from './guarded-users.js';
import { listed, Listing, ListRequest } from '../http/lists.js';
import { document } from '../http/replies.js';
import { lockoutList } from './lockout-list.js';

const lockoutFields = lockoutList.fields!;
const locked = ({ username }: PathNames) => username!;

/** Contract: core 4.2; extensions E6.1 */
@Controller(`${API_ROOT}/lockouts`)
@About('lockouts')
export class LockoutsController {
  constructor(private readonly lockouts: LockoutManagement) {}

  @Get()
  @Operation('listLockouts', 'Lists lockouts: who is locked out, or will be, since when and why')
  @Lists(lockoutList)
  @Replies(listed(lockoutsDoc, lockoutList))
  list(@Listing() asked: ListRequest<(typeof lockoutList)['filters']>) {
    return asked.answer(this.lockouts.list(asked.filters));
  }

  @Get(':username')
  @Operation('getLockout', 'Reads the lockout of an account')
  @Refuses('lockout-not-found', 'user-not-found')
  @Tagged(isUsual)
  @Chooses(lockoutFields)
  @Replies(choosable(document(lockoutDoc), lockoutFields))
  async find(@Param('username') username: string, @Chosen() fields: readonly string[] | null) {
    return { fields, document: await this.lockouts.get(username) };
  }

  @Put(':username')
  @Operation(
    'putLockout',
    'Locks an account, from one time to another and with a reason; replaces these of a lockout',
  )
  @Refuses('lockout-ends-before-start', 'user-not-found')
  @MayCreate()
  @Accepts(recognized(optional(body(lockoutDraftDoc))))
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @Changes(theLockout)
  @EndsLogin(locked)
  @Audited('lockout')
  async put(
    @Body() draft: LockoutDraft | null,
    @Param('username') path: string,
    @Caller() { name }: Principal,
  ) {
    const { username, isNew } = await this.lockouts.put(path, draft, name);
    return isNew ? Created.at('lockouts', username) : undefined;
  }

  @Post(':username')
  @Operation(
    'lockUser',
    'Locks an account now and without end: its sessions end, logins are refused',
  )
  @Refuses('managed-object', 'user-not-found')
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @Changes(theLockout)
  @EndsLogin(locked)
  @Audited('lockout')
  lock(@Param('username') username: string, @Caller() { name }: Principal) {
    return this.lockouts.lock(username, name);
  }

  @Delete(':username')
  @Operation('unlockUser', 'Unlocks an account')
  @Refuses('managed-object', 'user-not-found')
  @AlsoNeeds(changesLogins({ path: 'username' }))
  @Changes(theLockout)
  @Audited('lockout')
  unlock(@Param('username') username: string) {
    return this.lockouts.unlock(username);
  }
}
