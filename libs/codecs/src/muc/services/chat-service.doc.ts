import { boolean, doc, listDoc, named, text, type Value } from '../../wire/schema.js';

export const chatServiceDoc = doc('chatService', {
  name: named('serviceName', text),
  description: text,
  hidden: boolean,
});
export type ChatServiceBody = Value<typeof chatServiceDoc>;

/** JSON member in the singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
