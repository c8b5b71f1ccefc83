import { chatServersDoc } from '@chat-admin/codecs/system/chat-servers.doc';
import { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import { Controller, Get } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: extensions E23 */
@Controller(`${API_ROOT}/system/chatservers`)
@About('server')
export class ChatServersController {
  constructor(private readonly directory: ChatServerDirectory) {}

  @Get()
  @Operation(
    'listChatServers',
    'Lists the chat servers of the domain: the one that serves, and those that wait',
  )
  @Replies(document(chatServersDoc))
  list() {
    return this.directory.list();
  }
}
