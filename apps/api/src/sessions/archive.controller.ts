import { unreadCountDoc } from '@chat-admin/codecs/sessions/session.doc';
import { ArchiveQueries } from '@chat-admin/domain/archive/archive-queries';
import { Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Refuses, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: core 8.5 */
@Controller(`${API_ROOT}/archive/messages/unread`)
@About('history')
export class ArchiveController {
  constructor(private readonly archive: ArchiveQueries) {}

  @Get(':jid')
  @Operation('countUnreadMessages', 'Counts the messages that wait for a user')
  @Refuses('invalid-jid')
  @Replies(document(unreadCountDoc))
  unread(@Param('jid') jid: string) {
    return this.archive.unread(jid);
  }
}
