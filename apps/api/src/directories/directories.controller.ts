import {
  directoriesDoc,
  directoryDoc,
  directoryPatchDoc,
  directoryTestDoc,
  directoryTestDraftDoc,
} from '@chat-admin/codecs/directories/directory.doc';
import type { ShownDirectory } from '@chat-admin/codecs/directories/directory.doc';
import { DirectoryManagement } from '@chat-admin/domain/directories/directory-management';
import type { LoginDraft } from '@chat-admin/domain/directories/directory-management';
import type { DirectoryView } from '@chat-admin/domain/directories/directory-view';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, optional, recognized } from '../http/bodies.js';
import { Patch, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  InSteps,
  Operation,
  Refuses,
  Replies,
  Succeeds,
  WithoutDryRun,
} from '../http/endpoint.js';
import { document } from '../http/replies.js';

const theDirectory = document(directoryDoc);

const shown = ({ lastRun, ...view }: DirectoryView): ShownDirectory => ({
  ...view,
  lastRun: lastRun?.id ?? null,
});

/** Contract: extensions E13.2 */
@Controller(`${API_ROOT}/directories`)
@About('directories')
export class DirectoriesController {
  constructor(private readonly directories: DirectoryManagement) {}

  @Get()
  @Operation('listDirectories', 'Lists the directories that people and groups come from')
  @Replies(document(directoriesDoc))
  async list() {
    return (await this.directories.list()).map(shown);
  }

  @Get(':name')
  @Operation('getDirectory', 'Reads how a directory is kept in step')
  @Refuses('directory-not-found')
  @Replies(theDirectory)
  async find(@Param('name') name: string) {
    return shown(await this.directories.get(name));
  }

  @Patch(':name')
  @Operation('patchDirectory', 'Pauses a directory, or resumes it')
  @Refuses('directory-not-found')
  @Accepts(mergePatch(directoryPatchDoc, 'paused'))
  @Replies(theDirectory)
  @Audited('directory')
  async patch(
    @Body() patch: { readonly paused?: boolean | null | undefined },
    @Param('name') name: string,
  ) {
    return shown(await this.directories.patch(name, patch));
  }

  @Post(':name/test')
  @Succeeds(200)
  @Operation('testDirectory', 'Connects to a directory, counts its people, and may try a password')
  @Refuses('directory-not-found')
  @Accepts(recognized(optional(body(directoryTestDraftDoc))))
  @Replies(document(directoryTestDoc))
  @WithoutDryRun()
  @InSteps()
  @Audited('directory test')
  test(@Body() draft: LoginDraft | null, @Param('name') name: string) {
    return this.directories.test(name, draft ?? {});
  }
}
