import { open } from 'node:fs/promises';
import { ImportRefused } from '@chat-admin/moving/faults';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import type { Terminal } from '../../program/action.js';
import type { ImportStateOptions } from '../import/import-options.js';
import { onTarget, withTarget } from '../import/import-request.js';
import { changePassword } from '../user/run.js';

const WITHOUT = `
  select username from account
  where not exists (select from account_credential where account_credential.username = account.username)
    and engine.managed_account(username) is distinct from 'password'
  order by username`;

/** Accounts as which nobody can sign in. */
export const withoutPassword = (
  options: ImportStateOptions,
  terminal: Terminal,
): Promise<readonly string[]> =>
  withTarget(options, terminal, ({ url }) =>
    onTarget({ url, engineUrl: null }, async (target) =>
      (await target.query<{ username: string }>(WITHOUT)).map(({ username }) => username),
    ),
  );

/** Sets random passwords: each stands in the file, as a line `name:password`, before it holds. @throws ImportRefused */
export async function makePasswords(
  names: readonly string[],
  path: string,
  terminal: Terminal,
): Promise<void> {
  const file = await open(path, 'a', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(`${path} cannot be written (${error.code})`);
  });
  try {
    for (const username of names) {
      const password = generatedSecret();
      await file.appendFile(`${username}:${password}\n`);
      const knowing = { ...terminal, askSecret: async () => password, print: () => undefined };
      await changePassword({ username }, knowing);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
