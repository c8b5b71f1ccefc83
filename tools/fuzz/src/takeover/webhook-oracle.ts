import { EVENT_TYPES } from '@chat-admin/domain/events/event-types';
import type pg from 'pg';
import type { Maker } from './makers.js';

/** Notes each change of a webhook by somebody with the transaction that made it, which holds the audit entry, too. */
const LOG = `
  create schema fuzz;
  create table fuzz.event_type (name text, scope text);
  create table fuzz.maker (id text, label text, is_free boolean, scopes text[], bounds text[]);
  create table fuzz.change (webhook_id bigint, maker_id text, types text[], made_in xid);
  create function fuzz.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'DELETE' or (old.url, old.types, old.description, old.status, old.secret,
                            old.maker_id, old.replayed_at)
         is distinct from (new.url, new.types, new.description, new.status, new.secret,
                           new.maker_id, new.replayed_at) then
      insert into fuzz.change
      values (old.id, old.maker_id, old.types, pg_current_xact_id()::xid);
    end if;
    return null;
  end $$;
  create trigger fuzz_note after update or delete on webhook
  for each row execute function fuzz.note();`;

/** Whether a word of a webhook means an event type. */
const MEANS = `word in ('*', event_type.name, split_part(event_type.name, '.', 1) || '.*')`;

/** By whom webhooks were changed that were another's, and whether the other could do more with them. */
const CHANGES = `
  with changed as (
    select change.*, caller.label as by, maker.label as of,
      not caller.is_free and (
        not caller.bounds <@ maker.bounds
        or exists (
          select from fuzz.event_type join unnest(change.types) word on ${MEANS}
          where event_type.scope = any(maker.scopes) and not event_type.scope = any(caller.scopes))
      ) as is_weaker
    from fuzz.change
    join audit_entry on audit_entry.xmin = change.made_in and audit_entry.kind = 'label'
    join fuzz.maker caller on caller.label = audit_entry.username
    join fuzz.maker maker on maker.id = change.maker_id)
  select count(*)::int as changes, count(*) filter (where by <> of)::int as others,
    array_agg(distinct format('webhook %s of %s was changed by the weaker %s', webhook_id, of, by))
      filter (where is_weaker) as faults
  from changed`;

const UNREADABLE = `
  select format('webhook %s of %s names %s', webhook.id, maker.label, event_type.name) as fault
  from webhook join fuzz.maker on maker.id = maker_id
  join fuzz.event_type on event_type.name = any(types) and not scope = any(maker.scopes)
  union all
  select format('%s waits for webhook %s of %s', type, webhook.id, maker.label)
  from webhook_delivery join webhook on webhook.id = webhook_id
  join fuzz.maker on maker.id = maker_id
  join fuzz.event_type on event_type.name = type and not scope = any(maker.scopes)
  where webhook_delivery.status = 'pending'`;

export interface WebhookVerdict {
  /** of webhooks by their makers and by others */
  readonly changes: number;
  /** of these by others than the maker */
  readonly others: number;
  readonly faults: readonly string[];
}

/** Watches in the database that no webhook is touched by somebody weaker than its maker, or has what its maker may not read. */
export class WebhookOracle {
  private constructor(private readonly database: pg.Pool) {}

  static async start(database: pg.Pool, makers: readonly Maker[]): Promise<WebhookOracle> {
    await database.query(LOG);
    await database.query(
      'insert into fuzz.event_type select * from json_to_recordset($1) as one (name text, scope text)',
      [JSON.stringify(Object.entries(EVENT_TYPES).map(([name, scope]) => ({ name, scope })))],
    );
    for (const { id, label, isFree, scopes, bounds } of makers) {
      await database.query('insert into fuzz.maker values ($1, $2, $3, $4, $5)', [
        ...[id, label, isFree, scopes, bounds],
      ]);
    }
    return new WebhookOracle(database);
  }

  /** Of what has happened since the last time; before audit entries are taken away. */
  async judge(): Promise<WebhookVerdict> {
    const { rows } = await this.database.query<{
      changes: number;
      others: number;
      faults: string[] | null;
    }>(CHANGES);
    const { rows: unreadable } = await this.database.query<{ fault: string }>(UNREADABLE);
    await this.database.query('truncate fuzz.change');
    const { changes, others, faults } = rows[0]!;
    return { changes, others, faults: [...(faults ?? []), ...unreadable.map((one) => one.fault)] };
  }

  /** Ids of new webhooks begin with 1. */
  async clear(): Promise<void> {
    // one after the other, so that no lock of one waits for what holds the other
    await this.database.query('delete from webhook');
    await this.database.query('delete from webhook_delivery');
    await this.database.query(`select setval(pg_get_serial_sequence('webhook', 'id'), 1, false)`);
    await this.database.query('truncate fuzz.change');
  }
}
