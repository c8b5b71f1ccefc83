import { boolean, doc, listDoc, named, text } from '../../wire/schema.js';

export const chatServiceDoc = doc('chatService', {
  name: named('serviceName', text),
  description: text,
  hidden: boolean,
});

/** JSON member in the singular. */
export const chatServicesDoc = listDoc('chatServices', chatServiceDoc, { member: 'chatService' });
