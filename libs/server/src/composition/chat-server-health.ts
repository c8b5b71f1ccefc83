import { ActiveBridge } from '@chat-admin/prosody-bridge/active-bridge';
import type { BridgeHealth } from '@chat-admin/prosody-bridge/bridge-documents';

/**
 * Asks the chat server once: of several the one that serves.
 * @returns its health, and the address at which it answered
 * @throws BridgeFailure, which says why it cannot be used
 */
export async function chatServerHealth(
  { addresses, token }: { readonly addresses: readonly string[]; readonly token: string },
  domain: string,
  timeoutMs: number,
): Promise<BridgeHealth & { readonly address: string }> {
  const bridge = new ActiveBridge({ addresses: () => addresses, token, domain });
  try {
    const health = await bridge.probe(timeoutMs);
    return { ...health, address: bridge.address! };
  } finally {
    bridge.close();
  }
}
