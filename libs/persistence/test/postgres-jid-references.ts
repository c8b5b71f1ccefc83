import type { BareJid } from '@chat-admin/domain/shared/jid';
import { JidReferences } from '@chat-admin/domain/users/jid-references';
import type { TouchedReferences } from '@chat-admin/domain/users/jid-references';
import type { CurrentTransaction, Statement } from '../src/database/current-transaction.js';

const COLUMNS = `roster_owners as "rosterOwners", group_names as groups, rooms`;

const rename: Statement = {
  name: 'test-rename-references',
  text: `select ${COLUMNS} from rename_jid_references($1, $2)`,
};

const remove: Statement = {
  name: 'test-remove-references',
  text: `
    select ${COLUMNS} from remove_jid_references($1, $2)`,
};

const removeAdministrator: Statement = {
  name: 'test-remove-administrator',
  text: 'select replace_administrator($1, null)',
};

/** The steps of renaming and removing a user that lie outside of its account. */
export class PostgresJidReferences extends JidReferences {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async rename(from: BareJid, to: BareJid): Promise<TouchedReferences> {
    return (await this.db.run<TouchedReferences>(rename, [from, to])).rows[0]!;
  }

  async remove(jid: BareJid, heir: BareJid): Promise<TouchedReferences> {
    const { rows } = await this.db.run<TouchedReferences>(remove, [jid, heir]);
    await this.db.run(removeAdministrator, [jid]);
    return rows[0]!;
  }
}
