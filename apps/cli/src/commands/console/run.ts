import { ownCommand } from '@chat-admin/configuration/own-command';
import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import { ConsoleLinks } from '@chat-admin/domain/access/console-links';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { administrators } from '@chat-admin/domain/system/administrators';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { UserNotFound } from '@chat-admin/domain/users/errors';
import { username } from '@chat-admin/domain/users/user';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { withUseCases } from '../../database/use-cases.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { readDuration } from '../../words/duration.js';

export interface LinkOptions extends ReportOptions {
  /** whom the link signs in; absent: who has the shared secret */
  readonly as?: string;
  readonly validFor?: string;
}

const DAY_MS = 86_400_000;

/** Contract: extensions E14, No lock-out */
export const linkToConsole: Action<LinkOptions> = (options, terminal) => {
  const { as, validFor = '10m' } = options;
  const lifetime = readDuration('--valid-for', validFor);
  if (lifetime === 0 || lifetime > DAY_MS) {
    throw new UnusableWord(`--valid-for: ${validFor} is not within 1s and 1d`);
  }
  const words = as === undefined ? '' : ` --as ${as}`;
  const described = { command: `console link${words}`, object: '/session' };
  return withUseCases(terminal, described, async (_useCases, persistence) => {
    const secret = persistence.properties.read(systemProperty.apiSecret);
    if (as === undefined) requireSecret(secret);
    const links = new ConsoleLinks({ ...persistence, tokens: new RandomKeyTokens() });
    const of = as === undefined ? null : await whoSignsIn(as, persistence);
    const token = await links.create({ username: of }, lifetime / 1000);
    const base = (terminal.environment['API_PUBLIC_URL'] ?? '').replace(/\/$/, '');
    const link = `${base}/console/#once=${encodeURIComponent(token)}`;
    report(terminal, options, { link }, [link]);
  });
};

function requireSecret(secret: string | null): void {
  if (secret) return;
  throw new CommandFault(
    EXIT.notAllowed,
    'no-secret',
    'There is no shared secret as which the link could sign in',
    `Name an administrator: ${ownCommand('console link --as NAME')}`,
  );
}

/** @throws UserNotFound, CommandFault */
async function whoSignsIn(
  name: string,
  { users, properties, domain }: Persistence,
): Promise<Localpart> {
  const user = username(name);
  const account = user && (await users.login(user));
  if (!user || !account) throw new UserNotFound(name);
  const listed = properties.read(systemProperty.administrators);
  const isAllowed = account.role !== null || administrators(listed, domain).includes(user);
  if (!isAllowed || account.locked) {
    throw new CommandFault(
      EXIT.notAllowed,
      'cannot-sign-in',
      isAllowed ? `${name} is locked out` : `${name} neither administers nor has a role`,
      `Choose another account, or see "${ownCommand('admin grant --help')}".`,
    );
  }
  return user;
}
