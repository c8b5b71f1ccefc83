import { IssuerSubjects } from '@chat-admin/domain/access/issuer-subjects';
import type { LastToken } from '@chat-admin/domain/access/issuer-subjects';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const note: Statement = {
  name: 'issuer-subject-note',
  text: `
    update issuer_subject
    set scopes = case when made_at <= $3 then $2::text[] else scopes end,
        made_at = greatest(made_at, $3), seen_at = clock_timestamp()
    where principal_id = $1`,
};

const add: Statement = {
  name: 'issuer-subject-add',
  text: `
    update issuer_subject
    set scopes = array(select distinct unnest(scopes || $2::text[])), seen_at = clock_timestamp()
    where principal_id = $1`,
};

const last: Statement = {
  name: 'issuer-subject-last',
  text: `select scopes, seen_at as seen from issuer_subject where principal_id = $1`,
};

const begin: Statement = {
  name: 'issuer-subject-begin',
  text: `
    insert into issuer_subject (principal_id, scopes, made_at, seen_at)
    values ($1, $2::text[], 'epoch', clock_timestamp())
    on conflict (principal_id) do nothing`,
};

export class PostgresIssuerSubjects extends IssuerSubjects {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async note(id: string, scopes: readonly Scope[], made: Date): Promise<void> {
    await this.db.runAlone(note, [id, [...scopes], made]);
  }

  async add(id: string, scopes: readonly Scope[]): Promise<void> {
    await this.db.runAlone(add, [id, [...scopes]]);
  }

  async last(id: string, scopes: readonly Scope[]): Promise<LastToken> {
    const [known] = (await this.db.runAlone<LastToken & Record<string, unknown>>(last, [id])).rows;
    if (known !== undefined) return known;
    await this.db.runAlone(begin, [id, [...scopes]]);
    return { scopes, seen: new Date() };
  }
}
