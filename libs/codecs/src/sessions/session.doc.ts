import { MESSAGE_TYPES } from '@chat-admin/domain/chat-server/message';
import { MAX_SUBJECT_LENGTH } from '@chat-admin/domain/messages/message-management';
import { NODES } from '@chat-admin/domain/sessions/session';
import { SESSION_STATUSES } from '@chat-admin/domain/chat-server/live-session';
import type { SessionView } from '@chat-admin/domain/sessions/session';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  boolean,
  date,
  doc,
  formerly,
  formerlyText,
  instead,
  integer,
  listDoc,
  needed,
  text,
  within,
} from '../wire/schema.js';
import type { Value } from '../wire/schema.js';

const sessionDoc = doc('session', {
  sessionId: always(text),
  username: always(text),
  resource: always(formerly('ressource', text)),
  node: always(within({ enum: NODES }, text)),
  sessionStatus: always(within({ enum: SESSION_STATUSES }, text)),
  presenceStatus: always(text),
  presenceMessage: text,
  priority: always(formerlyText(integer)),
  hostAddress: always(text),
  hostName: always(text),
  creationDate: always(date),
  lastActionDate: always(date),
  secure: always(formerlyText(boolean)),
} satisfies FieldsOf<SessionView>);

export const sessionsDoc = listDoc('sessions', sessionDoc, {
  member: 'sessions',
  former: instead('session'),
});

const body = needed(['POST'], text);

/** A message to people, or in a room. Contract: extensions E6.3 */
export const personalMessageDoc = doc('message', {
  body,
  subject: within({ maxLength: MAX_SUBJECT_LENGTH }, text),
  type: within({ enum: MESSAGE_TYPES }, text),
});

/** A message to everybody, without the rest. Contract: core 8.2, extensions E6.3 */
export const messageDoc = doc('message', { body }, { unread: personalMessageDoc.fields });
export type MessageBody = Value<typeof messageDoc>;

export const unreadCountDoc = doc('archive', { jid: always(text), count: always(integer) });
