import type { Transactions } from '../shared/transactions.js';
import { PropertyNotFound } from './errors.js';
import type { PropertyStore } from './property-store.js';
import { apiSecrets, legacySecrets } from './shared-secrets.js';
import { formerSecret, systemProperty } from './system-properties.js';
import type { SystemProperties } from './system-properties.js';
import { formerSecretText } from './value-kinds.js';

const SECRETS = {
  api: { key: systemProperty.apiSecret.key, formerKey: formerSecret.api.key, read: apiSecrets },
  legacy: {
    key: systemProperty.legacySecret.key,
    formerKey: formerSecret.legacy.key,
    read: legacySecrets,
  },
} as const;

/** That of the API, or that of the user service. */
export type SecretName = keyof typeof SECRETS;

/** The property in which a shared secret is kept. */
export const secretKey = (name: SecretName): string => SECRETS[name].key;

/** Shared secrets, for operators. Contract: core 1.4, extensions E5.1 */
export class SecretRotation {
  constructor(
    private readonly store: PropertyStore,
    private readonly properties: SystemProperties,
    private readonly transactions: Transactions,
  ) {}

  /** An absent secret of the user service is that of the API. @throws PropertyNotFound */
  current(name: SecretName): string {
    const { current } = SECRETS[name].read(this.properties);
    if (current === '') throw new PropertyNotFound(secretKey(name));
    return current;
  }

  /**
   * Replaces a secret.
   * @param overlapMs how long the one before it is accepted, too; 0: it is refused at once
   */
  async rotate(name: SecretName, secret: string, overlapMs: number): Promise<void> {
    const { key, formerKey } = SECRETS[name];
    await this.transactions.run(async () => {
      await this.store.hold(key);
      const current = await this.stored(name);
      await this.store.remove([formerKey]);
      if (overlapMs > 0 && current !== '') {
        const until = new Date(Date.now() + overlapMs);
        await this.store.put(formerKey, formerSecretText({ secret: current, until }));
      }
      await this.store.put(key, secret);
    });
    await this.transactions.afterCommit(() => this.properties.refresh());
  }

  /** As of now: another rotation may have come first. */
  private async stored(name: SecretName): Promise<string> {
    const own = await this.store.find(secretKey(name));
    return own ?? (await this.store.find(secretKey('api'))) ?? '';
  }
}
