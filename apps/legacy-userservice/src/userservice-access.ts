import { legacySecrets } from '@chat-admin/domain/system/shared-secrets';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { AddressList } from '@chat-admin/server/edge/address-list';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { Client } from '@chat-admin/server/edge/client-address';
import { remember } from '@chat-admin/server/edge/remember';
import { SharedSecretCheck } from '@chat-admin/server/edge/secrets';
import { Refused } from './userservice.reply.js';

/** Too many wrong secrets, or too many requests. */
export class TooMany extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many requests');
  }
}

/** Who may call: address, enablement, secret, in this order. Contract: muc-and-legacy 11.2, 11.4 */
export class UserserviceAccess {
  private readonly allowed = remember((text) => AddressList.parse(text ?? ''), 10);
  private readonly secret = new SharedSecretCheck();

  constructor(
    private readonly properties: SystemProperties,
    private readonly failedLogins: AddressCounter,
    private readonly onLogin: (accepted: boolean) => void = () => undefined,
  ) {}

  /** The checks that need neither secret nor form. @throws Refused, TooMany */
  checkClient({ address, counted }: Client): void {
    const allowed = this.allowed(this.properties.read(systemProperty.legacyAllowedIps));
    if (!allowed.isEmpty && !allowed.has(address)) throw new Refused('RequestNotAuthorised');
    if (!this.properties.read(systemProperty.legacyEnabled)) {
      throw new Refused('UserServiceDisabled');
    }
    this.checkFailures(counted);
  }

  /**
   * Checks the limit again: others may have failed since {@link checkClient}.
   * @param secret `null` if it could not be decoded
   * @throws Refused, TooMany
   */
  checkSecret({ counted }: Client, secret: string | null | undefined): void {
    this.checkFailures(counted);
    if (secret && this.secret.matches(legacySecrets(this.properties), secret)) {
      this.onLogin(true);
      return;
    }
    if (secret !== undefined) {
      this.failedLogins.count(counted);
      this.onLogin(false);
    }
    throw new Refused('RequestNotAuthorised');
  }

  private checkFailures(counted: string): void {
    const wait = this.failedLogins.retryAfter(counted);
    if (wait > 0) throw new TooMany(wait);
  }
}
