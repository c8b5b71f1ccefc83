import { ActiveBridge } from '@chat-admin/prosody-bridge/active-bridge';
import type { ActiveBridgeOptions } from '@chat-admin/prosody-bridge/active-bridge';
import { BridgeClient } from '@chat-admin/prosody-bridge/bridge-client';
import type { BridgeClientOptions } from '@chat-admin/prosody-bridge/bridge-client';
import { filesStorageAnswer } from '@chat-admin/prosody-bridge/bridge-documents';
import type { BridgeHealth } from '@chat-admin/prosody-bridge/bridge-documents';

/** The domain has no chat server. */
export class NoneKnown extends Error {}

/**
 * Asks the chat server once: of several the one that serves.
 * @returns its health, and the address at which it answered
 * @throws NoneKnown; BridgeFailure, which says why it cannot be used
 */
export async function chatServerHealth(
  place: Pick<ActiveBridgeOptions, 'addresses' | 'connection' | 'token'>,
  domain: string,
  timeoutMs: number,
): Promise<BridgeHealth & { readonly address: string }> {
  const bridge = new ActiveBridge({ ...place, domain });
  try {
    const health = await bridge.probe(timeoutMs);
    return { ...health, address: bridge.address! };
  } catch (error) {
    throw bridge.isMissing ? new NoneKnown((error as Error).message) : error;
  } finally {
    bridge.close();
  }
}

/**
 * Asks one chat server, whether it serves or waits.
 * @returns the same for all that keep uploaded files in one folder; `null`: it takes none, or cannot write there
 * @throws BridgeFailure
 */
export async function filesStorage(
  place: Pick<BridgeClientOptions, 'url' | 'connection' | 'token'>,
  timeoutMs: number,
): Promise<string | null> {
  const client = new BridgeClient(place);
  const call = {
    method: 'GET',
    path: '/bridge/files/storage',
    timeoutMs,
    repeatable: true,
  } as const;
  try {
    return (await client.call(call, filesStorageAnswer)).storage;
  } finally {
    client.close();
  }
}
