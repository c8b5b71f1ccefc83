import { randomUUID } from 'node:crypto';
import { IdempotencyKeys } from '@chat-admin/domain/access/idempotency-keys';
import type {
  CallersKey,
  Keep,
  KeptAnswer,
  Once,
} from '@chat-admin/domain/access/idempotency-keys';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

/** A quarter of the time after which a claim without a sign of life lapses. */
const SIGN_OF_LIFE_MS = 15_000;

const claim: Statement = {
  name: 'idempotency-claim',
  text: `
    insert into idempotency_key as held (digest, fingerprint, token, noted_at, truncated)
    values ($1, $2, $3, clock_timestamp(), false)
    on conflict (digest) do update
    set fingerprint = excluded.fingerprint, token = excluded.token,
      noted_at = excluded.noted_at, status = null, headers = null, body = null, truncated = false
    where held.noted_at < clock_timestamp()
      - case when held.status is null then interval '60 seconds' else interval '24 hours' end`,
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

const keep: Statement = {
  name: 'idempotency-keep',
  text: `
    update idempotency_key
    set status = $3, headers = $4, body = $5, truncated = $6, noted_at = clock_timestamp()
    where digest = $1 and token = $2 and status is null`,
};

const release: Statement = {
  name: 'idempotency-release',
  text: `delete from idempotency_key where digest = $1 and token = $2 and status is null`,
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
    delete from idempotency_key where digest in (
      select digest from idempotency_key
      where noted_at < now() - make_interval(days => $1::integer)
      order by noted_at, digest
      limit $2
      for update skip locked)`,
};

interface Claim {
  readonly digest: Buffer;
  readonly token: string;
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
    private readonly signOfLifeMs = SIGN_OF_LIFE_MS,
  ) {
    super();
  }

  async once<T>(
    key: CallersKey,
    fingerprint: Uint8Array,
    work: (keep: Keep) => Promise<T>,
  ): Promise<Once<T>> {
    if (key.formerDigest !== null) {
      const values = [Buffer.from(key.formerDigest)];
      const [former] = (await this.db.runAlone<HeldRow>(readFormer, values)).rows;
      if (former !== undefined) return outcomeOf(former, fingerprint);
    }
    const mine: Claim = { digest: Buffer.from(key.digest), token: randomUUID() };
    for (;;) {
      const { count } = await this.db.runAlone(claim, [mine.digest, fingerprint, mine.token]);
      if (count === 1) return { outcome: 'done', result: await this.carryOut(mine, work) };
      const [held] = (await this.db.runAlone<HeldRow>(read, [mine.digest])).rows;
      // freed meanwhile
      if (held === undefined) continue;
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

  private async carryOut<T>(mine: Claim, work: (keep: Keep) => Promise<T>): Promise<T> {
    this.running.add(mine);
    this.timer ??= setInterval(() => void this.showLife(), this.signOfLifeMs).unref();
    try {
      return await work((answer) => this.keep(mine, answer));
    } catch (error) {
      // a database that is away frees it when the claim lapses
      await this.db.runAlone(release, [mine.digest, mine.token]).catch(() => undefined);
      throw error;
    } finally {
      this.running.delete(mine);
      if (this.running.size === 0) this.close();
    }
  }

  private async keep({ digest, token }: Claim, answer: KeptAnswer): Promise<boolean> {
    const { status, headers, body, isTruncated } = answer;
    const values = [digest, token, status, JSON.stringify(headers), body, isTruncated];
    return (await this.db.run(keep, values)).count === 1;
  }

  private async showLife(): Promise<void> {
    const claims = [...this.running];
    const values = [claims.map(({ digest }) => digest), claims.map(({ token }) => token)];
    // the next one may arrive
    await this.db.runAlone(showLife, values).catch(() => undefined);
  }
}

function outcomeOf(
  { fingerprint: known, status, ...answer }: HeldRow,
  fingerprint: Uint8Array,
): Once<never> {
  if (!known.equals(fingerprint)) return { outcome: 'other-request' };
  if (status === null) return { outcome: 'in-progress' };
  return { outcome: 'kept', answer: { ...answer, status, headers: answer.headers ?? {} } };
}
