import type { ChatServerNode } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, date, doc, integer, listDoc, text } from '../wire/schema.js';

export const chatServerDoc = doc('chatServer', {
  nodeId: always(text),
  kind: always(text),
  version: always(text),
  state: always(text),
  since: always(date),
  lastSeen: always(date),
  sessions: integer,
  rooms: integer,
  address: always(text),
} satisfies FieldsOf<ChatServerNode>);

/** Contract: extensions E23 */
export const chatServersDoc = listDoc('chatServers', chatServerDoc, { member: 'chatServers' });
