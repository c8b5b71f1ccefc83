import { VcardRepository } from '@chat-admin/domain/users/vcard-repository';
import type { KnownPicture } from '@chat-admin/domain/users/vcard-repository';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { VcardTable } from './account.table.js';

const pictures: Statement = {
  name: 'vcard-pictures',
  text: `
    select username, case when picture ->> 'served' = 'true' then picture ->> 'hash' end as hash
    from vcard
    where username = any ($1) and picture is distinct from '{}'
      and picture ->> 'served' is distinct from 'false'`,
};

export class TypeormVcardRepository extends VcardRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async find(username: Localpart): Promise<string | null> {
    return (await this.vcards.findOneBy({ username }))?.xml ?? null;
  }

  async pictures(usernames: readonly Localpart[]): Promise<readonly KnownPicture[]> {
    return (await this.db.runAlone<KnownPicture>(pictures, [usernames])).rows;
  }

  /** Does not write identical text: nothing is returned if nothing has changed. */
  async put(username: Localpart, xml: string): Promise<boolean> {
    const { raw } = await this.vcards
      .createQueryBuilder()
      .insert()
      .values({ username, xml })
      .orUpdate(['xml'], ['username'], { skipUpdateIfNoValuesChanged: true })
      .returning('username')
      .updateEntity(false)
      .execute();
    return raw.length > 0;
  }

  async remove(username: Localpart): Promise<boolean> {
    return (await this.vcards.delete({ username })).affected! > 0;
  }

  private get vcards() {
    return this.db.table(VcardTable);
  }
}
