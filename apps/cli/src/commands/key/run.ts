import { withUseCases } from '../../database/use-cases.js';
import type { ApiKey } from '@chat-admin/domain/access/api-key';
import type { KeyManagement } from '@chat-admin/domain/access/key-management';
import { EVERYTHING_NAMED } from '@chat-admin/domain/shared/scopes';
import { unboundedPrincipal } from '@chat-admin/domain/access/principal';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { readDuration } from '../../words/duration.js';
import { UnusableWord } from '../../outcome/failures.js';

export interface NewKeyOptions extends ReportOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly address: readonly string[];
  /** requests per minute */
  readonly rate?: string;
  /** how long it is valid */
  readonly validFor?: string;
}

export interface KeyOptions extends ReportOptions {
  /** name or id */
  readonly key: string;
}

/** It may make any key. */
const OPERATOR = unboundedPrincipal('secret', COMMAND_LINE, undefined, EVERYTHING_NAMED);

export const createKey: Action<NewKeyOptions> = (options, terminal) => {
  const { name, scope: scopes, address: allowedAddresses, rate, validFor } = options;
  const lifetime = validFor === undefined ? null : readDuration('--valid-for', validFor);
  const draft = {
    name,
    scopes,
    allowedAddresses,
    rateLimit: rate === undefined ? null : readRate(rate),
    expires: lifetime === null ? null : new Date(Date.now() + lifetime),
  };
  return withKeys(terminal, `create ${name}`, async (keys) => {
    const key = await keys.create(draft, OPERATOR);
    report(terminal, options, key, [key.token]);
  });
};

export const listKeys: Action<ReportOptions> = (options, terminal) =>
  withKeys(terminal, 'list', async (keys) => {
    const listed = await keys.list();
    report(terminal, options, { keys: listed }, table(listed.map(rowOf)));
  });

export const revokeKey: Action<KeyOptions> = (options, terminal) =>
  withKeys(terminal, `revoke ${options.key}`, async (keys) => {
    const named = (await keys.list()).find(({ name }) => name === options.key);
    await keys.revoke(named?.id ?? options.key, OPERATOR);
    report(terminal, options, {}, [`${options.key} is refused from now on`]);
  });

function rowOf({ id, name, scopes, expires, lastUsed }: ApiKey): readonly string[] {
  const ends = expires === null ? 'for ever' : `until ${expires.toISOString()}`;
  const used = lastUsed === null ? 'never used' : `used ${lastUsed.toISOString()}`;
  return [id, name, ends, used, scopes.join(',')];
}

function readRate(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new UnusableWord(`--rate: ${text} is no whole number`);
  return Number(text);
}

function withKeys(
  terminal: Terminal,
  words: string,
  work: (keys: KeyManagement) => Promise<void>,
): Promise<number> {
  const described = { command: `key ${words}`, object: '/keys' };
  return withUseCases(terminal, described, ({ keys }) => work(keys));
}
