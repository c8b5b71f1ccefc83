import type { Statement } from '../database/current-transaction.js';
import { CREDENTIAL_COLUMNS } from './credential-columns.js';
import { SELECTED_USER } from './user-columns.js';

export const find: Statement = {
  name: 'account-find',
  text: `select ${SELECTED_USER} from account where username = $1`,
};

export const findMany: Statement = {
  name: 'account-find-many',
  text: `select ${SELECTED_USER} from account where username = any ($1)`,
};

export const existing: Statement = {
  name: 'account-existing',
  text: `select username from account where username = any ($1)`,
};

/** A shared lock. */
export const lockExisting: Statement = {
  name: 'account-lock-existing',
  text: `select username from account where username = any ($1) order by username for key share`,
};

/** Allows others to reference the row, but not to change, rename or delete it. */
export const lock: Statement = {
  name: 'account-lock',
  text: `select ${SELECTED_USER} from account where username = $1 for no key update`,
};

export const lockAll: Statement = {
  name: 'account-lock-all',
  text: `select username from account where username = any ($1) order by username for no key update`,
};

export const login: Statement = {
  name: 'account-login',
  text: `
    select ${CREDENTIAL_COLUMNS},
           (select id from account where account.username = credential.username) as id,
           (select role from account_role where account_role.username = credential.username) as role,
           is_locked(credential.username) as locked,
           (select extract(epoch from starts_at - now())::double precision * 1000 from lockout
            where lockout.username = credential.username and starts_at > now()) as "lockedIn"
    from account_credential credential where username = $1`,
};

export const usernameOf: Statement = {
  name: 'account-username-of',
  text: `select username from account where id = $1`,
};

export const addKeys: Statement = {
  name: 'account-add-keys',
  text: `select add_keys($1, $2, $3) as added`,
};

export const savepoint: Statement = { name: 'account-savepoint', text: 'savepoint adding' };
export const rollbackToSavepoint: Statement = {
  name: 'account-rollback-to-savepoint',
  text: 'rollback to savepoint adding',
};
export const releaseSavepoint: Statement = {
  name: 'account-release-savepoint',
  text: 'release savepoint adding',
};
