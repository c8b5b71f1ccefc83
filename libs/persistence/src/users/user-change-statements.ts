import type { Statement } from '../database/current-transaction.js';
import { changedUser } from './user-columns.js';

export const update: Statement = {
  name: 'user-update',
  text: `
    with locked as materialized (
      select username from account where username = $1 for no key update
    ), changed as (
      update account set ${changedUser('$2')}
      from locked where account.username = locked.username and $2::jsonb <> '{}'
    )
    select append_audit_entry($4),
      case when $3::jsonb is not null then engine.put_credentials(username, $3) end
    from locked`,
};

const TOUCHED = `roster_owners as "rosterOwners", group_names as groups, rooms`;

export const rename: Statement = {
  name: 'user-rename',
  text: `select ${TOUCHED} from rename_user($1, $2, $3, $4, $5)`,
};

export const remove: Statement = {
  name: 'user-remove',
  text: `select ${TOUCHED} from remove_user($1, $2, $3)`,
};

export const addRosterItem: Statement = {
  name: 'user-add-roster-item',
  text: `select add_roster_item($1, $2, $3, $4, $5, $6) as outcome`,
};

export const joinGroups: Statement = {
  name: 'user-join-groups',
  text: `select existed, refused, changed from join_groups($1, $2, $3, $4, $5, $6)`,
};

export const leaveGroups: Statement = {
  name: 'user-leave-groups',
  text: `select existed, missing, changed from leave_groups($1, $2, $3, $4)`,
};

export const leaveOtherGroups: Statement = {
  name: 'user-leave-other-groups',
  text: `select existed, changed from leave_other_groups($1, $2, $3, $4)`,
};
