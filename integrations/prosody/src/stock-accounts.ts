import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { luaText } from '@chat-admin/prosody-server/lua-text';

/** Accounts of a host with `authentication = "internal_plain"`, in the data directory of its Prosody. */
export async function stockAccounts(
  directory: string,
  domain: string,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = join(directory, encoded(domain), 'accounts');
  await mkdir(folder, { recursive: true });
  for (const [username, password] of Object.entries(passwords)) {
    await writeFile(join(folder, `${encoded(username)}.dat`), `return ${luaText({ password })};\n`);
  }
}

/** As Prosody's internal storage names its files. */
export const encoded = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
