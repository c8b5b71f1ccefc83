import { isNormalized } from '@chat-admin/domain/shared/unicode-3-2';
import { username } from '@chat-admin/domain/users/user';

const UNADDRESSABLE = new Set(['.', '..']);

/** The name of an account as it is here; `null`: none can have it. As `is_username` of the database. Moving in: 5.1 */
export function accountName(text: string): string | null {
  const prepared = username(text, 'stored');
  if (prepared === null || UNADDRESSABLE.has(prepared)) return null;
  return isNormalized(prepared) ? prepared : null;
}
