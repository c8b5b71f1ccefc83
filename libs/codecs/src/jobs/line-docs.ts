import { MESSAGE_TREATMENTS } from '@chat-admin/domain/persons/person-erasure';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { shownRole } from '../users/role.doc.js';
import { userDoc } from '../users/user.doc.js';
import { roomDoc } from '../muc/rooms/room.doc.js';
import { boolean, date, doc, list, text, within } from '../wire/schema.js';
import type { Fields } from '../wire/fields.js';
import type { Doc } from '../wire/schema.js';

const action = within({ enum: ['add', 'remove'] }, text);

const { roomName: _roomName, ...roomFields } = roomDoc.fields;
const theRoom = { servicename: text, room: text };

/** What a line of each type can have. Contract: extensions E7.1 */
export const LINE_DOCS = {
  users: doc('line', {
    ...userDoc.fields,
    username: text,
    groups: list('group', text),
    role: shownRole,
    action,
  }),
  groups: doc('line', { name: text, description: text, shared: boolean, action }),
  memberships: doc('line', { group: text, jid: text, role: text, action }),
  affiliations: doc('line', { ...theRoom, jid: text, affiliation: text, action }),
  rooms: doc('line', {
    ...theRoom,
    ...roomFields,
    reason: text,
    alternateRoom: text,
    action: text,
  }),
  lockouts: doc('line', { username: text, reason: text, from: date, until: date, action }),
  passwords: doc('line', { username: text, password: userDoc.fields.password }),
  messages: doc('line', { receiver: text, body: text, subject: text, type: text }),
  sessions: doc('line', { jid: text, reason: text }),
  purge: doc('line', { ...theRoom, person: text, before: date, reason: text }),
  files: doc('line', { id: text, user: text, action: within({ enum: ['remove'] }, text) }),
  'person-export': doc('line', { jid: text }),
  'person-erase': doc('line', {
    jid: text,
    messages: within({ enum: [...MESSAGE_TREATMENTS] }, text),
  }),
} satisfies Record<JobType, Doc<Fields>>;
