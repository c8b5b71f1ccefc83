import { ConsoleSessions } from '@chat-admin/domain/access/console-session';
import type {
  ConsoleSession,
  IssuerSession,
  OpenSession,
  SessionOrigin,
} from '@chat-admin/domain/access/console-session';
import { localpart } from '@chat-admin/domain/shared/jid';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const MOST_OF_ONE = 50;
/** without a request */
const IDLE = `interval '30 minutes'`;
const LONGEST = `interval '12 hours'`;
const COLUMNS = `
  principal_id as "principalId", principal_name as "principalName", kind, subject, proof, scopes,
  expires_at as expires, least(last_used + ${IDLE}, created_at + ${LONGEST}, expires_at) as ends`;
const IS_OPEN = `
  last_used > clock_timestamp() - ${IDLE} and created_at > clock_timestamp() - ${LONGEST}
  and (expires_at is null or expires_at > clock_timestamp())
  and not exists (
    select from lockout
    where kind = 'login' and username = subject and starts_at <= clock_timestamp()
      and console_session.created_at < starts_at)`;

const hold: Statement = {
  name: 'console-session-hold',
  text: `select pg_advisory_xact_lock(hashtextextended('console_session ' || $1, 0))`,
};

const add: Statement = {
  name: 'console-session-add',
  text: `
    insert into console_session
      (digest, principal_id, principal_name, kind, subject, proof, scopes, expires_at, issuer_session, sealed,
       created_at, last_used)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), clock_timestamp())
    returning ${COLUMNS}`,
};

const endOldest: Statement = {
  name: 'console-session-end-oldest',
  text: `
    delete from console_session where digest in (
      select digest from console_session where principal_id = $1
      order by created_at desc, digest
      offset $2)`,
};

const FOUND = `
  digest, ${COLUMNS}, last_used < clock_timestamp() - interval '1 minute' as "isStale"`;

const find: Statement = {
  name: 'console-session-find',
  text: `select ${FOUND} from console_session where digest = $1 and ${IS_OPEN}`,
};

const findMany: Statement = {
  name: 'console-session-find-many',
  text: `select ${FOUND} from console_session where digest = any($1) and ${IS_OPEN}`,
};

const use: Statement = {
  name: 'console-session-use',
  text: `
    update console_session set last_used = clock_timestamp()
    where digest = $1 and ${IS_OPEN} and last_used < clock_timestamp() - interval '1 minute'
    returning ${COLUMNS}`,
};

const end: Statement = {
  name: 'console-session-end',
  text: `delete from console_session where digest = $1`,
};

const endOthers: Statement = {
  name: 'console-session-end-others',
  text: `delete from console_session where principal_id = $1 and digest <> $2`,
};

const readSealed: Statement = {
  name: 'console-session-sealed',
  text: `select sealed from console_session where digest = $1`,
};

const endOfIssuer: Statement = {
  name: 'console-session-end-of-issuer',
  text: `
    delete from console_session
    where issuer_session = $1 and issuer_session is not null and starts_with(principal_id, $2)`,
};

const endOfSubject: Statement = {
  name: 'console-session-end-of-subject',
  text: `
    delete from console_session
    where principal_id = $1 and ($2 or (issuer_session is null and sealed is not null))`,
};

const forget: Statement = {
  name: 'console-session-forget',
  text: `
    delete from console_session where digest = any (array(
      select digest from console_session
      where last_used < now() - ${LONGEST}
      order by last_used, digest
      limit $1
      for update skip locked))`,
};

interface Row {
  readonly principalId: string;
  readonly principalName: string;
  readonly kind: SessionOrigin['kind'];
  readonly subject: string | null;
  readonly proof: Buffer | null;
  readonly scopes: readonly Scope[] | null;
  readonly expires: Date | null;
  readonly ends: Date;
}

interface FoundRow extends Row {
  readonly digest: Buffer;
  /** its use is to be written */
  readonly isStale: boolean;
}

const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');
const digestOf = (key: string): Buffer => Buffer.from(key, 'hex');

export class PostgresConsoleSessions extends ConsoleSessions {
  /** by the digest in hex; anybody may invent cookies, and those of all take one connection */
  private readonly reads: CoalescedReads<string, FoundRow>;

  constructor(private readonly db: CurrentTransaction) {
    super();
    const rowsOf = async (statement: Statement, value: unknown) =>
      (await db.runAlone<FoundRow & Record<string, unknown>>(statement, [value])).rows;
    this.reads = new CoalescedReads<string, FoundRow>(
      {
        one: async (key) => (await rowsOf(find, digestOf(key)))[0] ?? null,
        many: async (keys) => {
          const rows = await rowsOf(findMany, keys.map(digestOf));
          return new Map(rows.map((row) => [keyOf(row.digest), row]));
        },
      },
      1,
    );
  }

  async begin(session: ConsoleSession, issuer: IssuerSession | null = null): Promise<OpenSession> {
    const { digest, principalId, principalName, origin } = session;
    await this.db.run(hold, [principalId]);
    await this.db.run(endOldest, [principalId, MOST_OF_ONE - 1]);
    const { rows } = await this.db.run<Row & Record<string, unknown>>(add, [
      ...[Buffer.from(digest), principalId, principalName, origin.kind],
      ...originColumns(origin),
      ...[issuer?.id ?? null, issuer && Buffer.from(issuer.sealed)],
    ]);
    return { ...session, ends: rows[0]!.ends };
  }

  async find(digest: Uint8Array, isUse: boolean): Promise<OpenSession | null> {
    const found = await this.reads.get(keyOf(digest));
    if (found === null) return null;
    const { principalId, principalName } = found;
    const { ends } = isUse && found.isStale ? await this.used(found) : found;
    return { digest, principalId, principalName, ends, origin: originOf(found) };
  }

  async end(digest: Uint8Array): Promise<void> {
    await this.db.run(end, [Buffer.from(digest)]);
  }

  async endOthers(principalId: string, digest: Uint8Array): Promise<void> {
    await this.db.run(endOthers, [principalId, Buffer.from(digest)]);
  }

  async sealed(digest: Uint8Array): Promise<Uint8Array | null> {
    const { rows } = await this.db.run<{ sealed: Buffer | null }>(readSealed, [
      Buffer.from(digest),
    ]);
    return rows[0]?.sealed ?? null;
  }

  async endOfIssuer(id: string, principals: string): Promise<void> {
    await this.db.run(endOfIssuer, [id, principals]);
  }

  async endOfSubject(principalId: string, isAll: boolean): Promise<void> {
    await this.db.run(endOfSubject, [principalId, isAll]);
  }

  /** Another request may have written it meanwhile. */
  private async used(found: FoundRow): Promise<Row> {
    const { rows } = await this.db.runAlone<Row & Record<string, unknown>>(use, [found.digest]);
    return rows[0] ?? found;
  }

  async forget(limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [limit])).count;
  }
}

/** subject, proof, scopes, expires_at */
function originColumns(origin: SessionOrigin): readonly unknown[] {
  switch (origin.kind) {
    case 'login':
      return [origin.username, Buffer.from(origin.proof), null, null];
    case 'secret':
      return [null, Buffer.from(origin.proof), null, null];
    case 'key':
      return [origin.keyId, Buffer.from(origin.proof), null, null];
    case 'token':
      return [null, null, origin.scopes, origin.expires];
  }
}

function originOf({ kind, subject, proof, scopes, expires }: Row): SessionOrigin {
  switch (kind) {
    case 'login':
      return { kind, username: localpart(subject!)!, proof: proof! };
    case 'secret':
      return { kind, proof: proof! };
    case 'key':
      return { kind, keyId: subject!, proof: proof! };
    case 'token':
      return { kind, scopes: scopes!, expires: expires! };
  }
}
