import { withUseCases } from '../../database/use-cases.js';
import type { AccessRecovery } from '@chat-admin/domain/access/access-recovery';
import type { Barrier } from '@chat-admin/domain/access/access-recovery';
import { AddressList } from '@chat-admin/server/edge/address-list';
import { report } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';

export interface AccessOptions extends ReportOptions {
  readonly allowFrom?: string;
}

/** Kept in the memory of each instance, so there is nothing to mend. */
const NOTE =
  'An address with too many wrong logins (API_FAILED_LOGIN_LIMIT, 100 unless set) is answered with 429 for at most 60 seconds; that is not stored.';

export const checkAccess: Action<AccessOptions> = (options, terminal) =>
  withRecovery(terminal, 'access check', async (recovery) => {
    const barriers = await recovery.barriers();
    const found = barriers.map(({ what, remedy, missing }) => ({
      what,
      changes: remedy.map(({ key }) => key),
      missing,
    }));
    const text = [...barriers.map(explained), ...verdict(barriers), NOTE];
    report(terminal, options, { barriers: found, notes: [NOTE] }, text);
    return barriers.length === 0 ? EXIT.done : EXIT.failed;
  });

export const restoreAccess: Action<AccessOptions> = async ({ json, allowFrom }, terminal) => {
  const address = allowFrom ?? null;
  if (address !== null && AddressList.parse(address).isUnusable) {
    throw new UnusableWord(`--allow-from: ${address} is neither an address nor a range`);
  }
  return withRecovery(terminal, 'access restore', async (recovery) => {
    const barriers = await recovery.barriers(address);
    const left = barriers.filter(({ missing }) => missing !== null);
    if (!json) terminal.print(lines([...barriers.map(explained), ...verdict(barriers)]));
    await recovery.mend(barriers);
    const changes = barriers.flatMap(({ remedy }) => remedy);
    if (json) {
      const done = changes.map(({ key, value }) => ({ key, value }));
      const document = {
        changes: done,
        left: left.map(({ what, missing }) => ({ what, missing })),
      };
      terminal.print(`${JSON.stringify(document)}\n`);
    } else {
      terminal.print(lines(changes.map(({ key, value }) => `${key} is ${value} now`)));
    }
    return left.length === 0 ? EXIT.done : EXIT.failed;
  });
};

function withRecovery(
  terminal: Terminal,
  command: string,
  work: (recovery: AccessRecovery) => Promise<number>,
): Promise<number> {
  const described = { command, object: '/system/properties' };
  return withUseCases(terminal, described, ({ accessRecovery }) => work(accessRecovery));
}

function explained({ what, remedy, missing }: Barrier): string {
  const mended = remedy.map(({ key, value, secret }) =>
    secret ? `gives ${key} a new value` : `sets ${key} to ${value}`,
  );
  const how = missing === null ? mended.join(', ') : 'has to be told one, by --allow-from';
  return `${what}\n  "access restore" ${how}`;
}

function verdict(barriers: readonly Barrier[]): readonly string[] {
  return barriers.length === 0 ? ['Nothing that is stored keeps callers out.'] : [];
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
