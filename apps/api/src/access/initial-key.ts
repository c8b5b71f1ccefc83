import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import { KeyManagement } from '@chat-admin/domain/access/key-management';
import { unboundedPrincipal } from '@chat-admin/domain/access/principal';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { CidrRanges } from '@chat-admin/server/edge/address-list';
import type { ApiConfig } from '../config.js';

/** In a database without keys. Contract: extensions E5.3, First key */
export async function createInitialKey(
  { initialKey, secretLabel }: ApiConfig,
  { keys, keyDirectory, transactions }: Persistence,
): Promise<void> {
  if (initialKey === null) return;
  const management = new KeyManagement(
    keys,
    keyDirectory,
    new RandomKeyTokens(),
    new CidrRanges(),
    transactions,
  );
  await management.createFirst('initial', initialKey, unboundedPrincipal('secret', secretLabel));
}
