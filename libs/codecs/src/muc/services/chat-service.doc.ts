import type { ChatService, ConfiguredService } from '@chat-admin/domain/muc/services/chat-service';
import type { FieldsOf } from '../../wire/fields-of.js';
import { boolean, doc, integer, listDoc, named, text } from '../../wire/schema.js';

const fields = {
  name: named('serviceName', text),
  description: text,
  hidden: boolean,
} satisfies FieldsOf<ChatService>;

export const chatServiceDoc = doc('chatService', fields);

/** One service at its own address. Contract: extensions E3.1 */
export const configuredServiceDoc = doc('chatService', {
  ...fields,
  historyMaxNumber: integer,
} satisfies FieldsOf<ConfiguredService>);

/** The JSON member is singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
