import { SessionSamples } from '@chat-admin/domain/sessions/session-samples';
import type { SampledTime, SessionSample } from '@chat-admin/domain/sessions/session-samples';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const claim: Statement = {
  name: 'session-sample-claim',
  text: `
    insert into session_sample (taken_at) values (date_trunc('minute', now()))
    on conflict do nothing returning taken_at as timestamp`,
};

const keep: Statement = {
  name: 'session-sample-keep',
  text: `update session_sample set sessions = $2, users = $3 where taken_at = $1`,
};

const means: Statement = {
  name: 'session-sample-means',
  text: `
    select to_timestamp(floor(extract(epoch from taken_at) / $3::integer) * $3::integer) as timestamp,
      round(avg(sessions))::integer as sessions, round(avg(users))::integer as users
    from session_sample
    where taken_at between $1 and $2 and sessions is not null
    group by 1 order by 1`,
};

const forget: Statement = {
  name: 'session-sample-forget',
  text: `
    delete from session_sample where taken_at = any (array(
      select taken_at from session_sample
      where taken_at < now() - make_interval(days => $1::integer)
      order by taken_at
      limit $2
      for update skip locked))`,
};

export class PostgresSessionSamples extends SessionSamples {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async claim(): Promise<Date | null> {
    const { rows } = await this.db.runAlone<{ readonly timestamp: Date }>(claim);
    return rows[0]?.timestamp ?? null;
  }

  async keep({ timestamp, sessions, users }: SessionSample): Promise<void> {
    await this.db.runAlone(keep, [timestamp, sessions, users]);
  }

  async means({ from, to, stepSeconds }: SampledTime): Promise<readonly SessionSample[]> {
    return (await this.db.runAlone<SessionSample>(means, [from, to, stepSeconds])).rows;
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }
}
