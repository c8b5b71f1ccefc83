import { BridgeFailure } from './bridge-client.js';
import type { BridgeClient } from './bridge-client.js';
import { CONTRACT, healthAnswer } from './bridge-documents.js';
import type { BridgeHealth } from './bridge-documents.js';

/** @throws BridgeFailure, also if it is not the chat server of this service */
export async function askForHealth(
  client: BridgeClient,
  domain: string,
  timeoutMs: number,
): Promise<BridgeHealth> {
  const call = { method: 'GET', path: '/bridge/health', timeoutMs, repeatable: true } as const;
  const health = await client.call(call, healthAnswer).catch(explainNotFound);
  if (health.contract !== CONTRACT) {
    throw new BridgeFailure(
      `it follows version ${health.contract} of the contract, this service version ${CONTRACT}`,
      true,
    );
  }
  if (!health.database.attached) {
    throw new BridgeFailure('it is not attached to the database', true);
  }
  if (health.domain !== domain) {
    throw new BridgeFailure(`it serves the domain ${health.domain}, not ${domain}`, true);
  }
  return health;
}

function explainNotFound(failure: BridgeFailure): never {
  if (failure.code !== 404) throw failure;
  throw new BridgeFailure(
    `${failure.message}: mod_chat_bridge is not loaded there, or CHAT_SERVER_URL is not Prosody's HTTP port`,
    failure.everything,
    failure.code,
  );
}
