import type { PasswordHasher } from '@chat/domain/users/credentials';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { GroupsModule } from './groups/groups.module.js';
import { WireErrorFilter } from './http/wire-error.filter.js';
import type { Persistence } from './persistence.js';
import { PersistenceModule } from './persistence.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class ApiModule {
  static of(persistence: Persistence, hasher: PasswordHasher): DynamicModule {
    return {
      module: ApiModule,
      imports: [PersistenceModule.of(persistence, hasher), UsersModule, GroupsModule],
      providers: [{ provide: APP_FILTER, useClass: WireErrorFilter }],
    };
  }
}
