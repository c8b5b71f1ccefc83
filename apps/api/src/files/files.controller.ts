import { fileDoc, filesDoc, fileUsageDoc } from '@chat-admin/codecs/files/file.doc';
import { FileManagement } from '@chat-admin/domain/files/file-management';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { Delete } from '../http/changing-routes.js';
import { About, Audited, Lists, Operation, Queries, Refuses, Replies } from '../http/endpoint.js';
import { listed, Listing, ListRequest } from '../http/lists.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { document } from '../http/replies.js';
import { fileList } from './file-list.js';

/** Contract: extensions E21 */
@Controller(`${API_ROOT}/files`)
@About('files')
export class FilesController {
  constructor(private readonly files: FileManagement) {}

  @Get()
  @Operation('listFiles', 'Lists files that people have sent')
  @Lists(fileList)
  @Replies(listed(filesDoc, fileList))
  list(@Listing() asked: ListRequest<(typeof fileList)['filters']>) {
    return asked.answer(this.files.list(asked.filters, asked.asksFor('there')));
  }

  @Get('usage')
  @Operation('getFileUsage', 'Counts the files of a user, and their bytes')
  @Queries('fileUser')
  @Refuses('user-not-found', 'user-not-local')
  @Replies(document(fileUsageDoc))
  usage(@Query() { user }: RawQuery) {
    return this.files.usage(user);
  }

  @Get(':id')
  @Operation('getFile', 'Reads what is known of a file')
  @Refuses('file-not-found')
  @Replies(document(fileDoc))
  find(@Param('id') id: string) {
    return this.files.get(id);
  }

  @Delete(':id')
  @Operation('deleteFile', 'Removes a file, which its address gives no longer')
  @Refuses('file-not-found')
  @Audited('file')
  remove(@Param('id') id: string) {
    return this.files.remove(id);
  }
}
