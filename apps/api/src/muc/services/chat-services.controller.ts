import { chatServiceDoc, chatServicesDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import type { ChatServiceDraft } from '@chat-admin/domain/muc/services/chat-service';
import { ChatServiceManagement } from '@chat-admin/domain/muc/services/chat-service-management';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { body } from '../../http/bodies.js';
import { About, Accepts, Audited, Operation, Replies } from '../../http/endpoint.js';
import { document } from '../../http/replies.js';

const sentName = (sent: ChatServiceDraft | null) => sent?.name ?? null;

/** Contract: muc-and-legacy 2 */
@Controller(`${API_ROOT}/chatservices`)
@About('rooms')
export class ChatServicesController {
  constructor(private readonly services: ChatServiceManagement) {}

  @Get()
  @Operation('listChatServices', 'Lists chat services')
  @Replies(document(chatServicesDoc))
  list() {
    return this.services.list();
  }

  @Post()
  @Operation('createChatService', 'Creates a chat service')
  @Accepts(body(chatServiceDoc))
  @Audited('chat service', sentName)
  create(@Body() draft: ChatServiceDraft | null) {
    return this.services.create(draft);
  }
}
