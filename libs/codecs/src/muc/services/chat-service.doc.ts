import type { ChatService } from '@chat-admin/domain/muc/services/chat-service';
import type { FieldsOf } from '../../wire/fields-of.js';
import { boolean, doc, listDoc, named, text } from '../../wire/schema.js';

export const chatServiceDoc = doc('chatService', {
  name: named('serviceName', text),
  description: text,
  hidden: boolean,
} satisfies FieldsOf<ChatService>);

/** JSON member in the singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
