import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';

export type Session = components['schemas']['Session'];

/** As core 8.1 writes them. */
const PRESENCES = [
  ...['Online', 'Available to Chat', 'Away', 'Extended Away', 'Do Not Disturb', 'Offline'],
];

const sessionFields = fieldTable('sessions').of<Session>({
  username: { kind: 'text', column: 'shown' },
  resource: { kind: 'text', column: 'shown' },
  presenceStatus: { kind: 'choice', column: 'shown', width: 150, choices: PRESENCES },
  hostAddress: { kind: 'text', column: 'shown', width: 170 },
  creationDate: { kind: 'time', column: 'shown', width: 140, sort: 'creationDate' },
  lastActionDate: { kind: 'time', column: 'shown', width: 140 },
  node: { kind: 'text', column: 'hidden' },
  secure: { kind: 'switch', column: 'hidden', width: 120 },
  presenceMessage: { kind: 'text', column: 'hidden' },
  priority: { kind: 'number', column: 'hidden', width: 100 },
  sessionId: null, // user and client
  sessionStatus: null,
  hostName: null,
});

/** Who is signed in, by client. Presence is no event, so what is in sight is asked for again and again. */
export const sessionList = list<'/sessions'>({
  key: 'sessions',
  path: '/sessions',
  rowKey: ({ sessionId }) => sessionId,
  rowName: ({ sessionId }) => sessionId,
  table: sessionFields,
  search: {
    text: inAddress.text,
    sort: inAddress.oneOf('creationDate', '-creationDate'),
    address: inAddress.text,
    node: inAddress.text,
  },
  filters: { address: { kind: 'text' }, node: { kind: 'text' } },
  open: ({ username }) => ({ to: 'user', params: { name: username }, search: { tab: 'sessions' } }),
  events: ['session.*'],
  every: 5,
});
