import { timingSafeEqual } from 'node:crypto';
import { INVALID_TOKEN } from '@chat-admin/codecs/errors/wire-errors';
import type { StoredKey } from '@chat-admin/domain/access/api-key';
import type { KeyDirectory, KeyRepository } from '@chat-admin/domain/access/key-repository';
import { readToken } from '@chat-admin/domain/access/key-tokens';
import type { KeyTokens } from '@chat-admin/domain/access/key-tokens';
import { hasExpired } from '@chat-admin/domain/access/principal';
import type { Principal } from '@chat-admin/domain/access/principal';
import { ScopeSet } from '@chat-admin/domain/shared/scopes';
import { AddressList } from '@chat-admin/server/edge/address-list';
import type { KeyUses } from './key-uses.js';
import { Refusal } from './refusal.js';

const FAILED = new Refusal(true, INVALID_TOKEN);
/** The secret is right, so it was no guess. */
const NOT_NOW = new Refusal(false, INVALID_TOKEN);

interface Holder {
  readonly principal: Principal;
  readonly allowed: AddressList;
}

/** Lets keys in. Contract: extensions E5.3 */
export class KeyAuthentication {
  private readonly holders = new WeakMap<StoredKey, Holder>();

  constructor(
    private readonly directory: KeyDirectory,
    private readonly keys: KeyRepository,
    private readonly tokens: KeyTokens,
    private readonly uses: KeyUses,
  ) {}

  /** At once, except while the keys in memory may be outdated. */
  identify(text: string, address: string): Principal | Refusal | Promise<Principal | Refusal> {
    const token = readToken(text);
    if (token === null) return FAILED;
    return this.holder(token.id, this.tokens.digestOf(token.secret), address);
  }

  /** As {@link identify}. @param offered digest of the secret */
  holder(
    id: string,
    offered: Uint8Array,
    address: string,
  ): Principal | Refusal | Promise<Principal | Refusal> {
    if (this.directory.isCurrent) return this.check(this.directory.find(id), offered, address);
    return this.keys.find(id).then((key) => this.check(key, offered, address));
  }

  private check(key: StoredKey | null, offered: Uint8Array, address: string): Principal | Refusal {
    const now = new Date();
    if (key === null || !isRight(key, offered, now)) return FAILED;
    if (hasExpired(key, now)) return NOT_NOW;
    const { principal, allowed } = this.holderOf(key);
    if (!allowed.isEmpty && !allowed.has(address)) return NOT_NOW;
    this.uses.note(key.id, now, address);
    return principal;
  }

  private holderOf(key: StoredKey): Holder {
    const known = this.holders.get(key);
    if (known !== undefined) return known;
    const { id, name, scopes, expires, allowedAddresses, rateLimit } = key;
    const holder = {
      principal: {
        name: `key:${name}`,
        id: `key:${id}`,
        kind: 'key',
        scopes: new ScopeSet(scopes),
        expires,
        bounds: { expires, allowedAddresses, rateLimit },
      } as const,
      allowed: new AddressList(allowedAddresses),
    };
    this.holders.set(key, holder);
    return holder;
  }
}

function isRight(
  { secrets: { current, previous } }: StoredKey,
  offered: Uint8Array,
  now: Date,
): boolean {
  if (timingSafeEqual(offered, current)) return true;
  return previous !== null && previous.until > now && timingSafeEqual(offered, previous.digest);
}
