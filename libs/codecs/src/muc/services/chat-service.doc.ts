import { MAX_DESCRIPTION_LENGTH, MOST_HISTORY } from '@chat-admin/domain/muc/services/chat-service';
import type { ChatService, ConfiguredService } from '@chat-admin/domain/muc/services/chat-service';
import type { FieldsOf } from '../../wire/fields-of.js';
import {
  always,
  boolean,
  doc,
  integer,
  listDoc,
  named,
  needed,
  text,
  within,
} from '../../wire/schema.js';

const fields = {
  name: always(needed(['POST'], named('serviceName', text))),
  description: always(within({ maxLength: MAX_DESCRIPTION_LENGTH }, text)),
  hidden: always(boolean),
} satisfies FieldsOf<ChatService>;

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraServiceFields = { historyMaxNumber: integer };

export const chatServiceDoc = doc('chatService', fields, { unread: extraServiceFields });

/** One service at its own address. Contract: extensions E3.1 */
export const configuredServiceDoc = doc('chatService', {
  ...fields,
  historyMaxNumber: always(within({ minimum: 0, maximum: MOST_HISTORY }, integer)),
} satisfies FieldsOf<ConfiguredService>);

/** The JSON member is singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
