import type { BindClass } from '@chat-admin/domain/directories/directory-source';
import { firstOf } from './attribute-values.js';
import { PASSWORD_POLICY, policyErrorIn } from './controls.js';
import { LOCKED_FOR_GOOD } from './openldap.js';
import type { FoundEntry, LdapResult } from './messages.js';

/** What Active Directory says with `data` of a refused bind; all others are wrong. */
const AD: Readonly<Record<string, BindClass>> = {
  '52e': 'wrong',
  '525': 'wrong',
  '775': 'locked',
  '533': 'disabled',
  '701': 'disabled',
  '532': 'expired',
  '773': 'expired',
};

const INVALID_CREDENTIALS = 49;
/** The server could not judge: stronger security wanted, referred elsewhere, busy, unavailable, broken. */
const NOT_JUDGED: ReadonlySet<number> = new Set([1, 2, 3, 7, 8, 10, 11, 13, 51, 52, 80]);
/** 389 Directory Server refuses with it what has been tried too often. */
const CONSTRAINT_VIOLATION = 19;

/** Attributes of the person that {@link policyBind} looks at. */
export const POLICY_ATTRIBUTES = ['pwdReset', 'pwdAccountLockedTime'];

/** E13.5 */
export function activeDirectoryBind({ code, diagnostic }: LdapResult): BindClass {
  if (code === 0) return 'right';
  if (NOT_JUDGED.has(code)) return 'away';
  const [, data] = /\bdata ([0-9a-f]{1,8})\b/i.exec(diagnostic) ?? [];
  return AD[data?.toLowerCase() ?? ''] ?? 'wrong';
}

/**
 * @param person before the bind
 * @param again reads him after a refusal, since a lock shows at his entry alone
 */
export async function policyBind(
  result: LdapResult,
  person: FoundEntry,
  again: () => Promise<FoundEntry | null>,
): Promise<BindClass> {
  const { code } = result;
  const error = policyErrorIn(result.controls.get(PASSWORD_POLICY));
  if (code === 0) {
    const mustChange =
      error === 'mustChange' || firstOf(person, 'pwdReset')?.toUpperCase() === 'TRUE';
    return mustChange || error === 'expired' ? 'expired' : 'right';
  }
  if (NOT_JUDGED.has(code)) return 'away';
  if (code === CONSTRAINT_VIOLATION || error === 'locked') return 'locked';
  if (error === 'expired') return 'expired';
  if (code !== INVALID_CREDENTIALS) return 'wrong';
  const now = await again();
  const locked = now === null ? null : firstOf(now, 'pwdAccountLockedTime');
  if (locked === null) return 'wrong';
  return locked === LOCKED_FOR_GOOD ? 'disabled' : 'locked';
}
