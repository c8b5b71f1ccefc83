import { LdapSource } from '@chat-admin/directory/ldap-source';
import { DirectoryManagement } from '@chat-admin/domain/directories/directory-management';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DirectoriesController } from './directories.controller.js';
import { DirectoryRunsController } from './directory-runs.controller.js';
import type { WatchedDirectories } from './watched-directories.js';

@Module({})
export class DirectoriesModule {
  static of(
    { directoryRuns, transactions }: Persistence,
    directories: WatchedDirectories,
  ): DynamicModule {
    const list = {
      get all() {
        return directories.all.map(({ settings }) => settings);
      },
      open: (name: string) => new LdapSource(directories.find(name)!),
    };
    return {
      module: DirectoriesModule,
      controllers: [DirectoriesController, DirectoryRunsController],
      providers: [
        {
          provide: DirectoryManagement,
          useValue: new DirectoryManagement(list, directoryRuns, transactions),
        },
      ],
    };
  }
}
