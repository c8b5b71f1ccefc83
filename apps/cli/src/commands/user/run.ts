import type { UseCases } from '@chat-admin/domain/use-cases';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { withUseCases } from '../../database/use-cases.js';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { UnusableWord } from '../../outcome/failures.js';
import { newPassword } from '../../words/password.js';
import type { ForceOptions } from '../../words/last-administrator.js';
import type { PasswordOptions } from '../../words/password.js';

export interface UserOptions extends ReportOptions {
  readonly username: string;
}

export interface LockOptions extends UserOptions, ForceOptions {
  readonly reason?: string;
  readonly until?: string;
}

export const showUser: Action<UserOptions> = (options, terminal) =>
  ofUser(terminal, 'show', options, async ({ users, administrators }, { users: logins }) => {
    const { username, name, email, properties } = await users.get(options.username);
    const login = await logins.login(username);
    const isAdministrator = (await administrators.list()).some((one) => one.username === username);
    const locked = login?.locked ?? false;
    const shown = { username, name, email, properties, locked, administrator: isAdministrator };
    const rows = [
      ['username', username],
      ['name', name ?? ''],
      ['e-mail', email ?? ''],
      ['locked', locked ? 'yes' : 'no'],
      ['administrator', isAdministrator ? 'yes' : 'no'],
      ...properties.map(({ key, value }) => [`property ${key}`, value]),
    ];
    report(terminal, options, shown, table(rows));
  });

export const lockUser: Action<LockOptions> = async (options, terminal) => {
  const { username, reason, until: text, force: mayEndLast = false } = options;
  const until = text === undefined ? null : timeIn(text);
  return ofUser(
    terminal,
    'lock',
    options,
    async ({ lockouts, administratorProtection: protection }) => {
      await protection.losing(username, { mayEndLast }, async () => {
        if (reason === undefined && until === null) await lockouts.lock(username, COMMAND_LINE);
        else await lockouts.put(username, { reason, until }, COMMAND_LINE);
      });
      const end = until === null ? '' : ` until ${until.toISOString()}`;
      report(terminal, options, { locked: true }, [`${username} is locked out${end}`]);
    },
  );
};

export const unlockUser: Action<UserOptions> = (options, terminal) =>
  ofUser(terminal, 'unlock', options, async ({ lockouts }) => {
    await lockouts.unlock(options.username);
    report(terminal, options, { locked: false }, [`${options.username} may log in`]);
  });

export const changePassword: Action<PasswordOptions> = async (options, terminal) => {
  const { password, generated } = await newPassword(options, terminal);
  return ofUser(terminal, 'passwd', options, async ({ users }) => {
    await users.update(options.username, { password });
    const shown = generated ? { password } : {};
    report(terminal, options, shown, [generated ? password : 'The password is set']);
  });
};

function ofUser(
  terminal: Terminal,
  verb: string,
  { username }: UserOptions,
  work: (useCases: UseCases, persistence: Persistence) => Promise<void>,
): Promise<number> {
  const place = /lock$/.test(verb) ? 'lockouts' : 'users';
  const described = { command: `user ${verb} ${username}`, object: `/${place}/${username}` };
  return withUseCases(terminal, described, work);
}

/** An ISO date, with a time and its zone unless it is midnight in UTC. @throws UnusableWord */
function timeIn(text: string): Date {
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(isIso ? text : NaN);
  if (Number.isNaN(time.getTime())) {
    throw new UnusableWord(`${text} is no time, such as 2026-11-29T08:00:00Z`);
  }
  return time;
}
