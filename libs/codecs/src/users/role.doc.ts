import { ACCOUNT_ROLES } from '@chat-admin/domain/users/account-role';
import { always, doc, needed, text, within } from '../wire/schema.js';

/** A role of an account. Contract: extensions E24 */
export const shownRole = within({ enum: ACCOUNT_ROLES }, text);

/** Contract: extensions E24 */
export const roleDoc = doc('accountRole', { role: always(needed(['PUT'], shownRole)) });
