import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import type { RequestOptions } from 'node:https';
import { ok, some, warning } from '../check.js';
import { presentChatServers } from '../present-chat-servers.js';
import type { PresentChatServers } from '../present-chat-servers.js';
import type { Check } from '../check.js';

const TIMEOUT_MS = 3_000;
/** Answers allowed addresses without a token. */
const ALIVE = '/bridge/alive';
/** Such an address is not called; a name is told so by its lookup. */
const OUTSIDE = 'outside CHAT_SERVER_NETWORKS';

/** Whether the services reach each chat server where it says that it is: after a takeover they have to. */
export const chatServerAddresses: Check = {
  code: 'chat-server/reachable-by-address',
  examine: async (deployment) => {
    const { present, isCallable, connection } = await presentChatServers(deployment);
    const answers = await Promise.all(
      present.map(async ({ nodeId, address }) => ({
        nodeId,
        reason: isCallable(address) ? await silence(address, connection) : OUTSIDE,
      })),
    );
    const silent = answers.filter(({ reason }) => reason !== null);
    if (silent.length === 0) return ok(`All ${present.length} chat servers answer from here`);
    const told = silent.map(({ nodeId, reason }) => `${nodeId} (${reason})`);
    const sentence = `Chat servers that do not answer from here at their chat_bridge_address: ${some(told)}`;
    if (silent.some(({ reason }) => reason === OUTSIDE)) {
      const ranges = "CHAT_SERVER_NETWORKS='<addresses or ranges of the chat servers>'";
      return warning(sentence, 'settings', ranges);
    }
    return warning(
      sentence,
      'shell',
      'systemctl restart prosody # there, once chat_bridge_address is right and chat_bridge_allowed_addresses has this machine',
    );
  },
};

type Connection = PresentChatServers['connection'];

/** @returns why it does not answer; `null`: it does */
async function silence(address: string, connection: Connection): Promise<string | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await statusOf(new URL(`${address}${ALIVE}`), { ...connection, signal });
    return status === 200 ? null : `it answered ${status}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return signal.aborted ? `no answer within ${TIMEOUT_MS} ms` : (code ?? message);
  }
}

function statusOf(url: URL, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'https:' ? requestTls : request)(url, options);
    asked.on('response', ({ statusCode }) => {
      resolve(statusCode!);
      asked.destroy();
    });
    asked.on('error', reject);
    asked.end();
  });
}
