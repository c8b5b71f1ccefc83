import { randomUUID } from 'node:crypto';
import { IdempotencyKeys } from '@chat-admin/domain/access/idempotency-keys';
import type {
  CallersKey,
  Keep,
  KeptAnswer,
  KeptProgress,
  Once,
} from '@chat-admin/domain/access/idempotency-keys';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

/** A quarter of the time after which a claim without a sign of life lapses. */
const SIGN_OF_LIFE_MS = 15_000;
/** of the answers that are kept for one caller, on all instances */
const MOST_BYTES = 64 * 1024 * 1024;
/** What the shortest body counts, so that few rows are summed up. */
const LEAST_BYTES = 1024;

/** The status of a request that has left something undone; no answer with it is kept. */
const BROKEN_OFF = 503;

const claim: Statement = {
  name: 'idempotency-claim',
  text: `
    insert into idempotency_key as held (digest, fingerprint, token, caller, noted_at, truncated)
    values ($1, $2, $3, $4, clock_timestamp(), false)
    on conflict (digest) do update
    set fingerprint = excluded.fingerprint, token = excluded.token,
      caller = excluded.caller, noted_at = excluded.noted_at, status = null, headers = null,
      body = null, truncated = false, bytes = 0,
      reached = case
        when held.fingerprint = excluded.fingerprint
          and held.noted_at >= clock_timestamp() - interval '24 hours'
        then held.reached end
    where held.noted_at < clock_timestamp()
        - case when held.status is null then interval '60 seconds' else interval '24 hours' end
      or held.status = ${BROKEN_OFF} and held.fingerprint = excluded.fingerprint
    returning reached as position`,
};

const read: Statement = {
  name: 'idempotency-read',
  text: `
    select fingerprint, status, headers, body, truncated as "isTruncated"
    from idempotency_key where digest = $1`,
};

/** What a program of a former release has noted; such rows are gone a day after the last one has ended. */
const readFormer: Statement = {
  name: 'idempotency-read-former',
  text: `
    ${read.text} and noted_at >= clock_timestamp()
      - case when status is null then interval '60 seconds' else interval '24 hours' end`,
};

/** Answers to one caller are counted one after the other. */
const hold: Statement = {
  name: 'idempotency-hold',
  text: `select pg_advisory_xact_lock('idempotency_key'::regclass::oid::integer, $1::integer)`,
};

const keep: Statement = {
  name: 'idempotency-keep',
  text: `
    update idempotency_key
    set status = $3, headers = $4, body = case when kept.fits then $5::bytea end,
      truncated = $6 or not kept.fits, noted_at = clock_timestamp(),
      bytes = case when kept.fits then $7::integer else 0 end, reached = null
    from (
      select $7::integer + coalesce(sum(counted.bytes), 0) <= $8::integer as fits
      from idempotency_key as counted
      where counted.caller = $9 and counted.bytes > 0 and $7::integer > 0) as kept
    where digest = $1 and token = $2 and status is null`,
};

const release: Statement = {
  name: 'idempotency-release',
  text: `delete from idempotency_key where digest = $1 and token = $2 and status is null`,
};

const note: Statement = {
  name: 'idempotency-note',
  text: `
    update idempotency_key set reached = $3, noted_at = clock_timestamp()
    where digest = $1 and token = $2 and status is null`,
};

/** Frees the key for the same request. The former release takes the row for a kept answer: it says when to ask again. */
const breakOff: Statement = {
  name: 'idempotency-break-off',
  text: `
    update idempotency_key
    set status = ${BROKEN_OFF}, headers = '{"Retry-After": "5"}', reached = $3,
      noted_at = clock_timestamp()
    where digest = $1 and token = $2 and status is null`,
};

/** Those that are being answered just now are passed over: they need none. */
const showLife: Statement = {
  name: 'idempotency-show-life',
  text: `
    update idempotency_key set noted_at = clock_timestamp()
    where digest in (
      select digest from idempotency_key
      where digest = any($1::bytea[]) and token = any($2::uuid[]) and status is null
      for update skip locked)`,
};

const forget: Statement = {
  name: 'idempotency-forget',
  text: `
    delete from idempotency_key where digest = any (array(
      select digest from idempotency_key
      where noted_at < now() - make_interval(days => $1::integer)
      order by noted_at, digest
      limit $2
      for update skip locked))`,
};

interface Claim {
  readonly digest: Buffer;
  readonly caller: Buffer;
  readonly token: string;
  position: string | null;
}

type HeldRow = Omit<KeptAnswer, 'status'> & {
  readonly fingerprint: Buffer;
  readonly status: number | null;
};

export class PostgresIdempotencyKeys extends IdempotencyKeys {
  private readonly running = new Set<Claim>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly limits: { readonly signOfLifeMs?: number; readonly mostBytes?: number } = {},
  ) {
    super();
  }

  async once<T>(
    key: CallersKey,
    fingerprint: Uint8Array,
    work: (keep: Keep, progress: KeptProgress) => Promise<T>,
  ): Promise<Once<T>> {
    if (key.formerDigest !== null) {
      const values = [Buffer.from(key.formerDigest)];
      const [former] = (await this.db.runAlone<HeldRow>(readFormer, values)).rows;
      if (former !== undefined) return outcomeOf(former, fingerprint);
    }
    const [digest, caller] = [Buffer.from(key.digest), Buffer.from(key.caller)];
    const mine: Claim = { digest, caller, token: randomUUID(), position: null };
    const claimed = [digest, fingerprint, mine.token, caller];
    for (;;) {
      const [begun] = (await this.db.runAlone<Pick<Claim, 'position'>>(claim, claimed)).rows;
      if (begun !== undefined) {
        mine.position = begun.position;
        return { outcome: 'done', result: await this.carryOut(mine, work) };
      }
      const [held] = (await this.db.runAlone<HeldRow>(read, [mine.digest])).rows;
      // freed meanwhile
      if (held === undefined || isFreeFor(held, fingerprint)) continue;
      return outcomeOf(held, fingerprint);
    }
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }

  /** Work in progress goes on, without signs of life. */
  close(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private async carryOut<T>(
    mine: Claim,
    work: (keep: Keep, progress: KeptProgress) => Promise<T>,
  ): Promise<T> {
    this.running.add(mine);
    const { signOfLifeMs = SIGN_OF_LIFE_MS } = this.limits;
    this.timer ??= setInterval(() => void this.showLife(), signOfLifeMs).unref();
    try {
      const progress = {
        position: mine.position,
        note: (position: string) => this.note(mine, position),
      };
      return await work((answer) => this.keep(mine, answer), progress);
    } catch (error) {
      // a database that is away frees it when the claim lapses
      await this.free(mine).catch(() => undefined);
      throw error;
    } finally {
      this.running.delete(mine);
      if (this.running.size === 0) this.close();
    }
  }

  /** Where the database is away the work goes on: what comes next notes more. */
  private async note(mine: Claim, position: string): Promise<boolean> {
    mine.position = position;
    const values = [mine.digest, mine.token, position];
    const noted = await this.db.runAlone(note, values).catch(() => null);
    return noted?.count !== 0;
  }

  private async free({ digest, token, position }: Claim): Promise<void> {
    if (position === null) await this.db.runAlone(release, [digest, token]);
    else await this.db.runAlone(breakOff, [digest, token, position]);
  }

  private async keep({ digest, caller, token }: Claim, answer: KeptAnswer): Promise<boolean> {
    const { status, headers, body, isTruncated } = answer;
    const { mostBytes = MOST_BYTES } = this.limits;
    const counted = body === null || body.length === 0 ? 0 : Math.max(body.length, LEAST_BYTES);
    const values = [
      ...[digest, token, status, JSON.stringify(headers), body, isTruncated],
      ...[counted, mostBytes, caller],
    ];
    if (counted === 0) return (await this.db.run(keep, values)).count === 1;
    return this.transactions.run(async () => {
      await this.db.run(hold, [caller.readInt32BE()]);
      return (await this.db.run(keep, values)).count === 1;
    });
  }

  private async showLife(): Promise<void> {
    const claims = [...this.running];
    const values = [claims.map(({ digest }) => digest), claims.map(({ token }) => token)];
    // the next one may arrive
    await this.db.runAlone(showLife, values).catch(() => undefined);
  }
}

const isFreeFor = ({ status, fingerprint: known }: HeldRow, fingerprint: Uint8Array): boolean =>
  status === BROKEN_OFF && known.equals(fingerprint);

function outcomeOf(
  { fingerprint: known, status, ...answer }: HeldRow,
  fingerprint: Uint8Array,
): Once<never> {
  if (!known.equals(fingerprint)) return { outcome: 'other-request' };
  if (status === null) return { outcome: 'in-progress' };
  return { outcome: 'kept', answer: { ...answer, status, headers: answer.headers ?? {} } };
}
