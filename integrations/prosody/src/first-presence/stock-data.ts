import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { luaText } from '@chat-admin/prosody-server/lua-text';
import { passwordOf } from '../load/plan.js';
import { encoded } from '../stock-accounts.js';
import { CASES, contactsOf, PEOPLE } from './cases.js';
import { ITERATIONS, scramKeys } from './scram-keys.js';

/**
 * All accounts and contacts, as files of Prosody's internal storage. @param visitors those who log
 * in
 */
export async function fillFiles(
  directory: string,
  domain: string,
  visitors: readonly string[],
): Promise<void> {
  const folder = (store: string) => join(directory, encoded(domain), store);
  for (const store of ['accounts', 'roster']) await mkdir(folder(store), { recursive: true });
  const write = (store: string, username: string, value: string) =>
    writeFile(join(folder(store), `${encoded(username)}.dat`), `return ${value};\n`);
  for (const username of PEOPLE) await write('accounts', username, luaText({ password: 'x' }));
  for (const username of visitors) {
    const keys = scramKeys('sha256', passwordOf(username), username);
    const account = {
      stored_key: keys.storedKey.toString('hex'),
      server_key: keys.serverKey.toString('hex'),
      iteration_count: ITERATIONS,
      salt: keys.salt.toString(),
    };
    await write('accounts', username, luaText(account));
  }
  for (const one of CASES) {
    const items = contactsOf(one).map(({ username, groups }) => {
      const shown = Object.fromEntries(groups.map((name) => [name, true]));
      const item = { subscription: 'both', name: username, groups: shown };
      return [`${username}@${domain}`, item] as const;
    });
    const roster = luaText(Object.fromEntries(items));
    const metadata = '[false] = { version = 1, pending = {} }';
    await write('roster', one.username, roster.replace('{', `{ ${metadata},`));
  }
}
