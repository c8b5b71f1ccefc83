import { attachedChatServer } from '@chat-admin/persistence/diagnosis/data-faults';
import { fault, ok } from '../check.js';
import type { Check } from '../check.js';

/** The chat server that is asked is the one that holds this database, of which there can only be one. */
export const chatServerDatabase: Check = {
  code: 'chat-server/database',
  examine: async (deployment) => {
    const { node } = await deployment.answeringBridge();
    const attached = await attachedChatServer(await deployment.database());
    if (attached?.node === node)
      return ok('The chat server uses this database, and no other one does');
    const holder = attached === null ? 'none' : attached.node;
    return fault(
      `The chat server ${node} uses another database; attached to this one is ${holder}`,
      'shell',
      'grep -rn sql= /etc/prosody # its database has to be the one of DATABASE_URL; then: systemctl restart prosody',
    );
  },
};
