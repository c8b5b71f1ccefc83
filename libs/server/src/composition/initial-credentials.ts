import { randomInt } from 'node:crypto';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { localpart } from '@chat-admin/domain/shared/jid';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { preparedPassword } from '@chat-admin/domain/users/password';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';

const SECRET_LENGTH = 32;

/** The account `admin` of a fresh database. @param password usable, as its setting demands; `null`: there is none */
export async function initialAdministrator(
  password: string | null,
  hasher: PasswordHasher,
): Promise<NewAccount | null> {
  if (password === null) return null;
  const user = {
    ...valuesOf(USER_FIELDS, { name: 'Administrator' }),
    username: localpart('admin')!,
    properties: [],
  };
  return { user, credentials: await hasher.derive(preparedPassword(password)!) };
}

/** Alphanumeric. */
export function generatedSecret(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: SECRET_LENGTH }, () => letters[randomInt(letters.length)]).join('');
}
