import type { ChatService } from '@chat-admin/domain/muc/services/chat-service';
import type { FieldsOf } from '../../wire/fields-of.js';
import { boolean, doc, listDoc, named, text } from '../../wire/schema.js';

export const chatServiceDoc = doc('chatService', {
  name: named('serviceName', text),
  description: text,
  hidden: boolean,
} satisfies FieldsOf<ChatService>);

/** The JSON member is singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
