import { UsedOnce } from '@chat-admin/domain/access/used-once';
import type { OnceKind } from '@chat-admin/domain/access/used-once';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const note: Statement = {
  name: 'used-once-note',
  text: `
    insert into used_once as noted (kind, digest, until)
    values ($1, $2, clock_timestamp() + make_interval(secs => $3))
    on conflict (kind, digest) do update set until = excluded.until
    where noted.until <= clock_timestamp()`,
};

const take: Statement = {
  name: 'used-once-take',
  text: `
    delete from used_once where kind = $1 and digest = $2 and until > clock_timestamp()`,
};

const forget: Statement = {
  name: 'used-once-forget',
  text: `
    delete from used_once where (kind, digest) in (
      select kind, digest from used_once
      where until < now()
      order by until
      limit $1
      for update skip locked)`,
};

export class PostgresUsedOnce extends UsedOnce {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async note(kind: OnceKind, digest: Uint8Array, seconds: number): Promise<boolean> {
    return (await this.db.run(note, [kind, Buffer.from(digest), seconds])).count === 1;
  }

  async take(kind: OnceKind, digest: Uint8Array): Promise<boolean> {
    return (await this.db.run(take, [kind, Buffer.from(digest)])).count === 1;
  }

  async forget(limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [limit])).count;
  }
}
