import { refusedLogin } from '@chat-admin/portable/database/refused-login';
import { SourceFailed, SourceRefused } from '../source.js';

/** What mends a refusal, by the codes of PostgreSQL and MySQL; to repeat the line does not. */
const MENDING = new Map<string, string>();
const mends = (text: string, codes: readonly string[]) =>
  codes.forEach((code) => MENDING.set(code, text));
const PASSWORD = 'the file of --source-password-file holds the password of the role in --source';
mends(PASSWORD, ['ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR']);
mends('--source names it after the host: postgres://ROLE@HOST/DATABASE', [
  '3D000',
  'ER_BAD_DB_ERROR',
]);
mends('the role in --source needs SELECT on all tables of Openfire', [
  '42501',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
]);
export const NO_TABLES =
  'This database has no tables of Openfire, or none that the role in --source may read.';

/** Why a database of Openfire cannot be read, and what mends it. */
export function databaseFault(error: unknown): SourceRefused | SourceFailed {
  const { message, code } = error as Error & { code?: string };
  const refused = refusedLogin(error);
  const mending = refused === null ? MENDING.get(code ?? '') : PASSWORD;
  const text = `The database of Openfire cannot be read: ${refused ?? message}`;
  return mending === undefined
    ? new SourceFailed(text, { cause: error })
    : new SourceRefused(`${text}; ${mending}`, { cause: error });
}
