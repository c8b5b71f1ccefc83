import { BridgeClient } from '@chat-admin/prosody-bridge/bridge-client';
import type { BridgeHealth } from '@chat-admin/prosody-bridge/bridge-documents';
import { askForHealth } from '@chat-admin/prosody-bridge/bridge-health';

/**
 * Asks the chat server once.
 * @throws BridgeFailure, which says why it cannot be used
 */
export async function chatServerHealth(
  place: { readonly url: string; readonly token: string },
  domain: string,
  timeoutMs: number,
): Promise<BridgeHealth> {
  const client = new BridgeClient(place);
  try {
    return await askForHealth(client, domain, timeoutMs);
  } finally {
    client.close();
  }
}
