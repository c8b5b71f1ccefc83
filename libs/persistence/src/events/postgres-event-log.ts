import { EventLog } from '@chat-admin/domain/events/event-log';
import type { EventsAsked, StoredEvents } from '@chat-admin/domain/events/event-log';
import type { StoredEvent } from '@chat-admin/domain/events/event';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const COLUMNS = `
  id, type, (extract(epoch from occurred_at) * 1000)::bigint as timestamp, actor, source, request,
  object, previous, columns, added, removed, more, traceparent`;

/** All events of one moment, and which ids there are. */
const reading = (name: string, events: string): Statement => ({
  name,
  text: `
    select
      last_id as last,
      coalesce((select min(id) from event), last_id + 1) - 1 as forgotten,
      (select coalesce(json_agg(page order by id), '[]') from (${events}) page) as events
    from event_state`,
});

const all = reading(
  'event-read',
  `select ${COLUMNS} from event where id > $1 order by id limit $2`,
);

/** Type by type in the index, since few of many events may be of these. */
const some = reading(
  'event-read-types',
  `select found.* from unnest($3::text[]) as asked
   cross join lateral (
     select ${COLUMNS} from event where type = asked and id > $1 order by id limit $2) found
   order by id limit $2`,
);

const find: Statement = {
  name: 'event-find',
  text: `select ${COLUMNS} from event where id = any($1::bigint[]) order by id`,
};

/** With their deliveries. Only from the oldest on, so that those that are kept follow each other. One instance at a time. */
const forget: Statement = {
  name: 'event-forget',
  text: `
    with gone as (
      delete from event where id <= (
      select max(id) from (
        select id, bool_and(occurred_at < now() - make_interval(days => $1::integer)) over (order by id) as old
        from (select id, occurred_at from event order by id limit $2) oldest
      ) places
      where old and (select pg_try_advisory_xact_lock(486217, hashtext('event'))))
      returning id
    ), deliveries as (delete from webhook_delivery using gone where event_id = gone.id)
    select from gone`,
};

type EventRow = Omit<StoredEvent, 'timestamp'> & { readonly timestamp: number };
type Row = Omit<StoredEvents, 'events'> & { readonly events: readonly EventRow[] };

export class PostgresEventLog extends EventLog {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async read({ after, types, limit }: EventsAsked): Promise<StoredEvents> {
    const { rows } =
      types === null
        ? await this.db.runAlone<Row & Record<string, unknown>>(all, [after, limit])
        : await this.db.runAlone<Row & Record<string, unknown>>(some, [after, limit, types]);
    const { last, forgotten, events } = rows[0]!;
    return { last, forgotten, events: events.map(eventOf) };
  }

  async find(ids: readonly number[]): Promise<readonly StoredEvent[]> {
    return (await this.db.runAlone<EventRow>(find, [ids])).rows.map(eventOf);
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }
}

const eventOf = (row: EventRow): StoredEvent => ({ ...row, timestamp: new Date(row.timestamp) });
