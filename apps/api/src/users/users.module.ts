import { Module } from '@nestjs/common';
import { AdministratorController } from './administrator.controller.js';
import { LockoutsController } from './lockouts.controller.js';
import { RosterController } from './roster.controller.js';
import { RoleController } from './role.controller.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UsersController } from './users.controller.js';
import { PhotoController } from './photo.controller.js';
import { VcardController } from './vcard.controller.js';

@Module({
  controllers: [
    UsersController,
    LockoutsController,
    RoleController,
    AdministratorController,
    UserGroupsController,
    RosterController,
    PhotoController,
    VcardController,
  ],
})
export class UsersModule {}
