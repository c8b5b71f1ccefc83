import { filesStorage } from '@chat-admin/server/composition/chat-server-health';
import { ok, some, warning } from '../check.js';
import type { Check } from '../check.js';
import { presentChatServers } from '../present-chat-servers.js';
import { Skipped } from '../skipped.js';

const TIMEOUT_MS = 3_000;
/** The mark of those that take no files, or cannot write them. */
const NONE = '';

/** Whether what people have sent each other is there when another chat server has taken over. Contract: bridge 1 */
export const chatServerFiles: Check = {
  code: 'chat-server/files',
  examine: async (deployment) => {
    const { present, isCallable, connection, token } = await presentChatServers(deployment);
    const nodesBy = new Map<string, string[]>();
    const silent: string[] = [];
    for (const { nodeId, address } of present) {
      try {
        if (!isCallable(address)) throw new Error('It is not called');
        const mark = (await filesStorage({ url: address, token, connection }, TIMEOUT_MS)) ?? NONE;
        nodesBy.set(mark, [...(nodesBy.get(mark) ?? []), nodeId]);
      } catch {
        silent.push(nodeId);
      }
    }
    if (nodesBy.size > 1) {
      const apart = [...nodesBy.values()].map((nodes) => nodes.join(' and '));
      return warning(
        `Chat servers keep uploaded files apart, so those of one are missing while another one serves: ${some(apart)}`,
        'shell',
        'ls -d /var/lib/prosody/upload%2e* # on each: copy the files into one storage, mount it there on all, systemctl restart prosody',
      );
    }
    if (silent.length > 0)
      throw new Skipped(`Chat servers do not say where they keep files: ${some(silent)}`);
    if (nodesBy.has(NONE)) throw new Skipped('The chat servers take no files');
    return ok(`All ${present.length} chat servers keep uploaded files in one place`);
  },
};
