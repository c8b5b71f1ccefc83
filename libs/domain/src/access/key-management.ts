import { InvalidArgument } from '../shared/domain-error.js';
import { requireScopes } from '../shared/scopes.js';
import type { Transactions } from '../shared/transactions.js';
import type { AddressRanges } from '../shared/address-ranges.js';
import { keySettings, knownScopes, MOST_KEYS, ruleExceeded } from './api-key.js';
import type { ApiKey, KeyDraft, KeySettings, StoredKey } from './api-key.js';
import { KeyAlreadyExists, KeyNotFound, KeyTooStrong, TooManyKeys } from './errors.js';
import { shownKey } from './key-repository.js';
import type { KeyDirectory, KeyRepository } from './key-repository.js';
import { KEY_TOKEN_FORM, readToken, writeToken } from './key-tokens.js';
import type { KeyToken, KeyTokens } from './key-tokens.js';
import type { Principal } from './principal.js';

export const LONGEST_OVERLAP_S = 2_592_000;
export const DEFAULT_OVERLAP_S = 86_400;

/** A key whose token is known, which is so only when it has just been made. */
export interface IssuedKey extends ApiKey {
  readonly token: string;
}

/** Keys of programs that call the API. Contract: extensions E5.3 */
export class KeyManagement {
  constructor(
    private readonly keys: KeyRepository,
    private readonly directory: KeyDirectory,
    private readonly tokens: KeyTokens,
    private readonly ranges: AddressRanges,
    private readonly transactions: Transactions,
  ) {}

  /** By name. */
  async list(): Promise<readonly ApiKey[]> {
    const now = new Date();
    return (await this.keys.list()).map((key) => shownKey(key, now));
  }

  /** @throws KeyNotFound */
  async get(id: string): Promise<ApiKey> {
    return shownKey(await this.existing(id), new Date());
  }

  /** @throws ScopeMissing, InvalidArgument, KeyTooStrong, KeyAlreadyExists, TooManyKeys */
  create(draft: KeyDraft, maker: Principal): Promise<IssuedKey> {
    return this.add(draft, maker, this.tokens.newToken());
  }

  /**
   * Makes the key of the token, with every right, unless there are keys already.
   * @throws InvalidArgument if it is no token
   */
  async createFirst(name: string, token: string, maker: Principal): Promise<void> {
    const read = readToken(token);
    if (read === null)
      throw new InvalidArgument('invalid-first-key', { resource: null, detail: KEY_TOKEN_FORM });
    await this.transactions.run(async () => {
      await this.keys.hold();
      if ((await this.keys.list()).length === 0)
        await this.add({ name, scopes: ['*'] }, maker, read);
    });
  }

  /** @throws KeyNotFound, ScopeMissing, InvalidArgument, KeyTooStrong, KeyAlreadyExists */
  patch(id: string, patch: KeyDraft, maker: Principal): Promise<ApiKey> {
    return this.change(id, async (before) => {
      requireScopes(maker.scopes, [...before.scopes, ...knownScopes(patch)]);
      const after = keySettings(patch, before, this.ranges, new Date());
      this.requireWeaker([before, after], maker);
      await this.requireFreeName(after.name, id);
      this.note(after);
      await this.keys.update(id, after);
      return shownKey({ ...before, ...after }, new Date());
    });
  }

  /**
   * Gives the key another secret.
   * @param overlap how many seconds the current one stays valid, 0 to 2592000
   * @throws KeyNotFound, ScopeMissing, KeyTooStrong
   */
  rotate(id: string, overlap: number, maker: Principal): Promise<IssuedKey> {
    return this.change(id, async (key) => {
      requireScopes(maker.scopes, key.scopes);
      this.requireWeaker([key], maker);
      const now = new Date();
      const secret = this.tokens.newSecret();
      const until = new Date(now.getTime() + overlap * 1000);
      const previous = overlap === 0 ? null : { digest: key.secrets.current, until };
      const secrets = { current: this.tokens.digestOf(secret), previous };
      this.note(key);
      await this.keys.setSecrets(id, secrets);
      return { ...shownKey({ ...key, secrets }, now), token: writeToken({ id, secret }) };
    });
  }

  /** The key counts no more. @throws KeyNotFound, ScopeMissing */
  async revoke(id: string, maker: Principal): Promise<void> {
    await this.change(id, async (key) => {
      requireScopes(maker.scopes, key.scopes);
      this.note(key);
      await this.keys.remove(id);
    });
  }

  private async add(draft: KeyDraft, maker: Principal, token: KeyToken): Promise<IssuedKey> {
    requireScopes(maker.scopes, knownScopes(draft));
    const created = new Date();
    const settings = keySettings(draft, null, this.ranges, created);
    this.requireWeaker([settings], maker);
    const key: StoredKey = {
      ...settings,
      id: token.id,
      created,
      createdBy: maker.name,
      lastUsed: null,
      lastAddress: null,
      secrets: { current: this.tokens.digestOf(token.secret), previous: null },
    };
    await this.run(async () => {
      await this.requireFreeName(key.name, key.id);
      if ((await this.keys.list()).length >= MOST_KEYS) throw new TooManyKeys();
      this.note(key);
      await this.keys.add(key);
    });
    return { ...shownKey(key, created), token: writeToken(token) };
  }

  private change<T>(id: string, work: (key: StoredKey) => Promise<T>): Promise<T> {
    return this.run(async () => work(await this.existing(id)));
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      await this.keys.hold();
      const result = await work();
      await this.transactions.afterCommit(() => this.directory.refresh());
      return result;
    });
  }

  private async existing(id: string): Promise<StoredKey> {
    const key = await this.keys.find(id);
    if (key === null) throw new KeyNotFound(id);
    return key;
  }

  private requireWeaker(keys: readonly KeySettings[], { bounds }: Principal): void {
    for (const key of keys) {
      const rule = ruleExceeded(key, bounds, this.ranges);
      if (rule !== null) throw new KeyTooStrong(rule);
    }
  }

  private async requireFreeName(name: string, id: string): Promise<void> {
    const others = (await this.keys.list()).filter((key) => key.id !== id);
    if (others.some((key) => key.name === name)) throw new KeyAlreadyExists(name);
  }

  private note({ name, scopes }: KeySettings): void {
    this.transactions.note({ name, scopes });
  }
}
