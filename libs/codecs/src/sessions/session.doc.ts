import type { SessionView } from '@chat-admin/domain/sessions/session';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  boolean,
  date,
  doc,
  formerly,
  formerlyText,
  instead,
  integer,
  listDoc,
  text,
} from '../wire/schema.js';
import type { Value } from '../wire/schema.js';

const sessionDoc = doc('session', {
  sessionId: text,
  username: text,
  resource: formerly('ressource', text),
  node: text,
  sessionStatus: text,
  presenceStatus: text,
  presenceMessage: text,
  priority: formerlyText(integer),
  hostAddress: text,
  hostName: text,
  creationDate: date,
  lastActionDate: date,
  secure: formerlyText(boolean),
} satisfies FieldsOf<SessionView>);

export const sessionsDoc = listDoc('sessions', sessionDoc, {
  member: 'sessions',
  former: instead('session'),
});

export const sessionCountDoc = doc(
  'sessions',
  { localSessions: integer, clusterSessions: integer },
  { xmlOrder: ['clusterSessions', 'localSessions'] },
);

export const messageDoc = doc('message', { body: text });
export type MessageBody = Value<typeof messageDoc>;

export const unreadCountDoc = doc('archive', { jid: text, count: integer });
