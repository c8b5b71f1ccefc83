import { choosable, Chosen, isUsual } from '../../http/chosen-documents.js';
import {
  chatServiceDoc,
  chatServicesDoc,
  configuredServiceDoc,
  extraServiceFields,
} from '@chat-admin/codecs/muc/services/chat-service.doc';
import type {
  ChatService,
  ChatServiceDraft,
  ChatServicePatch,
} from '@chat-admin/domain/muc/services/chat-service';
import { ChatServiceManagement } from '@chat-admin/domain/muc/services/chat-service-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { body, mergePatch, recognized } from '../../http/bodies.js';
import { Delete, Patch, Post } from '../../http/changing-routes.js';
import {
  Chooses,
  About,
  Accepts,
  Audited,
  Changes,
  Lists,
  Operation,
  Refuses,
  Replies,
  Tagged,
} from '../../http/endpoint.js';
import { aList } from '../../http/guarded.js';
import { theService } from '../guarded-rooms.js';
import { listed, Listing, listOf, ListRequest } from '../../http/lists.js';
import { document } from '../../http/replies.js';

const sentName = (sent: ChatServiceDraft | null) => sent?.name ?? null;

/** Contract: extensions E1.2 */
const chatServiceList = listOf(
  chatServicesDoc,
  { sorts: { serviceName: 'text' }, filters: {}, others: [] },
  extraServiceFields,
);

const serviceFields = chatServiceList.fields!;

/** Contract: muc-and-legacy 2, extensions E3.1 */
@Controller(`${API_ROOT}/chatservices`)
@About('rooms')
export class ChatServicesController {
  constructor(private readonly services: ChatServiceManagement) {}

  @Get()
  @Operation('listChatServices', 'Lists chat services')
  @Lists(chatServiceList)
  @Replies(listed(chatServicesDoc, chatServiceList))
  async list(@Listing() asked: ListRequest) {
    return asked.answerAll<ChatService>(await this.services.list(), ({ name }) => [name, name]);
  }

  @Get(':serviceName')
  @Operation('getChatService', 'Reads a chat service')
  @Refuses('chat-service-not-found')
  @Tagged(isUsual)
  @Chooses(serviceFields)
  @Replies(choosable(document(configuredServiceDoc), serviceFields))
  async find(
    @Param('serviceName') serviceName: string,
    @Chosen() fields: readonly string[] | null,
  ) {
    return { fields, document: await this.services.get(serviceName) };
  }

  @Post()
  @Operation('createChatService', 'Creates a chat service')
  @Refuses('chat-service-already-exists', 'invalid-chat-service-name', 'too-many-chat-services')
  @Accepts(recognized(body(chatServiceDoc)))
  @Changes(aList)
  @Audited('chat service', sentName)
  create(@Body() draft: ChatServiceDraft | null) {
    return this.services.create(draft);
  }

  @Patch(':serviceName')
  @Operation('patchChatService', 'Changes some fields of a chat service')
  @Refuses('chat-service-name-mismatch', 'chat-service-not-found')
  @Tagged()
  @Accepts(mergePatch(configuredServiceDoc))
  @Replies(document(configuredServiceDoc))
  @Changes(theService)
  @Audited('chat service')
  patch(@Body() patch: ChatServicePatch, @Param('serviceName') serviceName: string) {
    return this.services.patch(serviceName, patch);
  }

  @Delete(':serviceName')
  @Operation('deleteChatService', 'Deletes a chat service that has no rooms')
  @Refuses('chat-service-has-rooms', 'chat-service-not-found')
  @Changes(theService)
  @Audited('chat service')
  remove(@Param('serviceName') serviceName: string) {
    return this.services.remove(serviceName);
  }
}
