import { chatServiceDoc, chatServicesDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import type { ChatServiceBody } from '@chat-admin/codecs/muc/services/chat-service.doc';
import { ChatServiceManagement } from '@chat-admin/domain/muc/services/chat-service-management';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { body } from '../../http/bodies.js';
import { Accepts, Audited, Replies } from '../../http/endpoint.js';
import { document } from '../../http/replies.js';

const sentName = (sent: unknown): string | null => (sent as ChatServiceBody | null)?.name ?? null;

/** Contract: muc-and-legacy 2 */
@Controller(`${API_ROOT}/chatservices`)
export class ChatServicesController {
  constructor(private readonly services: ChatServiceManagement) {}

  @Get()
  @Replies(document(chatServicesDoc))
  list() {
    return this.services.list();
  }

  @Post()
  @Accepts(body(chatServiceDoc))
  @Audited('chat service', sentName)
  create(@Body() draft: ChatServiceBody | null) {
    return this.services.create(draft);
  }
}
