import { ok, some, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

const TIMEOUT_MS = 3_000;
/** Answers allowed addresses without a token. */
const ALIVE = '/bridge/alive';

/** Whether the services reach each chat server where it says that it is: after a takeover they have to. */
export const chatServerAddresses: Check = {
  code: 'chat-server/reachable-by-address',
  examine: async (deployment) => {
    deployment.chatServer();
    const { chatServers } = await deployment.persistence();
    const known = await chatServers.list();
    const present = known.filter(({ state }) => state === 'active' || state === 'waiting');
    if (!present.some(({ state }) => state === 'waiting'))
      throw new Skipped('There is one chat server only');
    const answers = await Promise.all(
      present.map(async ({ nodeId, address }) => ({ nodeId, reason: await silence(address) })),
    );
    const silent = answers.filter(({ reason }) => reason !== null);
    if (silent.length === 0) return ok(`All ${present.length} chat servers answer from here`);
    const told = silent.map(({ nodeId, reason }) => `${nodeId} (${reason})`);
    return warning(
      `Chat servers that do not answer from here at their chat_bridge_address: ${some(told)}`,
      'shell',
      'systemctl restart prosody # there, once chat_bridge_address is right and chat_bridge_allowed_addresses has this machine',
    );
  },
};

/** @returns why it does not answer; `null`: it does */
async function silence(address: string): Promise<string | null> {
  try {
    const { status } = await fetch(`${address}${ALIVE}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return status === 200 ? null : `it answered ${status}`;
  } catch (error) {
    const { cause, name, message } = error as Error;
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    return code ?? (name === 'TimeoutError' ? `no answer within ${TIMEOUT_MS} ms` : message);
  }
}
