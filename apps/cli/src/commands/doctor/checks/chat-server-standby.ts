import { chatServerAddresses } from '@chat-admin/server/process/common-settings';
import { ok, some, warning } from '../check.js';
import { setting } from '../config-file.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

/** Where several chat servers are set up, one waits, and the services find it when it has taken over. */
export const chatServerStandby: Check = {
  code: 'chat-server/standby',
  examine: async (deployment) => {
    const { chatServerUrl } = deployment.chatServer();
    const addresses = chatServerUrl === null ? null : chatServerAddresses(chatServerUrl);
    const { chatServers } = await deployment.persistence();
    const waiting = (await chatServers.list()).filter(({ state }) => state === 'waiting');
    if (waiting.length === 0 && (addresses === null || addresses.length < 2))
      throw new Skipped('There is one chat server only');
    if (waiting.length === 0) {
      return warning(
        'CHAT_SERVER_URL names several chat servers, and none waits to take over',
        'shell',
        'systemctl restart prosody # on the machine of the other one; its log says why it does not wait',
      );
    }
    const unlisted = waiting.map(({ address }) => address).filter(isMissing(addresses ?? []));
    if (addresses !== null && unlisted.length > 0) {
      const sentence = `CHAT_SERVER_URL lacks chat servers that wait: ${some(unlisted)}`;
      const all = [...addresses, ...unlisted].join(',');
      return setting('warning', deployment, sentence, { CHAT_SERVER_URL: all });
    }
    return ok(`Waits to take over: ${some(waiting.map(({ nodeId }) => nodeId))}`);
  },
};

const isMissing = (addresses: readonly string[]) => {
  const known = new Set(addresses.map((address) => new URL(address).host));
  return (address: string) => !known.has(new URL(address).host);
};
