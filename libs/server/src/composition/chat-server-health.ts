import { ActiveBridge } from '@chat-admin/prosody-bridge/active-bridge';
import type { ActiveBridgeOptions } from '@chat-admin/prosody-bridge/active-bridge';
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
