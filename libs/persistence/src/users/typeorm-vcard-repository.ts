import { VcardRepository } from '@chat-admin/domain/users/vcard-repository';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const find: Statement = { name: 'vcard-find', text: `select xml from vcard where username = $1` };

/** An equal text is not written again, so the count tells whether something changed. */
const put: Statement = {
  name: 'vcard-put',
  text: `
    insert into vcard (username, xml) values ($1, $2)
    on conflict on constraint vcard_pk do update set xml = excluded.xml
    where vcard.xml <> excluded.xml`,
};

const remove: Statement = { name: 'vcard-remove', text: `delete from vcard where username = $1` };

export class TypeormVcardRepository extends VcardRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async find(username: Localpart): Promise<string | null> {
    return (await this.db.run<{ xml: string }>(find, [username])).rows[0]?.xml ?? null;
  }

  async put(username: Localpart, xml: string): Promise<boolean> {
    return (await this.db.run(put, [username, xml])).count > 0;
  }

  async remove(username: Localpart): Promise<boolean> {
    return (await this.db.run(remove, [username])).count > 0;
  }
}
