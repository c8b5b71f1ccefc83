import {
  clusterNodeDoc,
  clusterNodesDoc,
  clusterStatusDoc,
} from '@chat-admin/codecs/cluster/cluster.doc';
import { chatServerDoc, chatServersDoc } from '@chat-admin/codecs/system/chat-servers.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

/** Of the members of documents about chat servers. */
export const CHAT_SERVER_DESCRIPTIONS = {
  ChatServer: {
    nodeId: 'Its name, which sessions have as `node`',
    kind: 'What it is: `prosody`',
    version: 'Its version',
    state:
      '`active`: it serves; `waiting`: it takes over when that one fails; `gone`: it has ended, or was replaced',
    since: 'When it began to serve, or to wait',
    lastSeen: 'When it has last given a sign of life',
    sessions: 'How many sessions it has; absent unless it serves',
    rooms: 'How many rooms with people in them; absent unless it serves',
    address: 'Where its bridge is, as it says itself',
  },
  ChatServers: {
    chatServers: 'The one that serves first; those that are gone for a week are left out',
  },
};

const chatServer = {
  ...{ nodeId: 'chat-1', kind: 'prosody', version: '13.0.1', state: 'active' as const },
  ...{
    since: new Date('2026-11-22T08:00:00.000Z'),
    lastSeen: new Date('2026-11-23T08:00:00.000Z'),
  },
  ...{ sessions: 212, rooms: 14, address: 'https://chat-1.example.org:5281' },
};

const node = {
  ...{ hostName: 'api1', nodeId: '7f3a', seniorMember: true },
  joinedTime: new Date('2026-11-22T08:00:00.000Z'),
};

/** Documents about chat servers and instances, with what they show. */
export const NODE_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [chatServerDoc, chatServer],
  [chatServersDoc, [chatServer]],
  [clusterNodeDoc, node],
  [clusterNodesDoc, [node]],
  [clusterStatusDoc, { status: 'ACTIVE' }],
];
