import { Module } from '@nestjs/common';
import { GroupMembersController } from './group-members.controller.js';
import { GroupsController } from './groups.controller.js';

@Module({ controllers: [GroupsController, GroupMembersController] })
export class GroupsModule {}
