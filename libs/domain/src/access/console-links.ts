import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { username } from '../users/user.js';
import type { KeyTokens } from './key-tokens.js';
import type { UsedOnce } from './used-once.js';

const TOKEN = /^[A-Za-z0-9_-]{43}\.(.{0,1023})$/s;

/** Whom the token of a link signs in; `username` `null`: whoever has the shared secret. */
export interface LinkToken {
  readonly username: Localpart | null;
}

/** @returns `null` if it is none */
export function readLinkToken(text: string): LinkToken | null {
  const name = TOKEN.exec(text)?.[1];
  if (name === undefined) return null;
  const named = name === '' ? null : username(name);
  return name !== '' && named === null ? null : { username: named };
}

/** Links by which an operator lets somebody into the console, one time. Contract: extensions E14 */
export class ConsoleLinks {
  constructor(
    private readonly ports: {
      readonly tokens: KeyTokens;
      readonly usedOnce: UsedOnce;
      readonly transactions: Transactions;
    },
  ) {}

  /** @param of as in {@link LinkToken}. @returns the token of the link */
  async create({ username: of }: LinkToken, seconds: number): Promise<string> {
    const { tokens, usedOnce, transactions } = this.ports;
    const token = `${tokens.newSecret()}.${of ?? ''}`;
    await transactions.run(() => usedOnce.note('link', tokens.digestOf(token), seconds));
    return token;
  }
}
