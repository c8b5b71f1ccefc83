import type { QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import type { PhasedMigration } from './phase.js';

/** Webhooks, and what is sent to them; events know the trace that they belong to. */
export class CreateWebhooks implements PhasedMigration {
  readonly name = 'CreateWebhooks1796083200031';
  readonly phase = 'expand';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table event add traceparent text`);
    await runner.query(`
      create table webhook (
        id bigint generated always as identity,
        url text not null,
        types text[] collate "C" not null,
        description text,
        status text collate "C" not null default 'active',
        reason text,
        created_at timestamptz not null default now(),
        created_by text not null,
        maker_id text collate "C" not null,
        maker_name text not null,
        maker_kind text collate "C" not null,
        maker_scopes text[] collate "C" not null,
        secret text not null,
        previous_secret text,
        previous_until timestamptz,
        reached bigint not null,
        replayed_at timestamptz,
        last_success timestamptz,
        last_failure timestamptz,
        failing_since timestamptz,
        turn_of uuid,
        turn_until timestamptz,
        constraint webhook_pk primary key (id)
      )`);
    await runner.query(`
      create table webhook_delivery (
        webhook_id bigint not null,
        event_id bigint not null,
        type text collate "C" not null,
        status text collate "C" not null default 'pending',
        attempts integer not null default 0,
        response_status integer,
        error text,
        attempted_at timestamptz,
        next_at timestamptz,
        lease_until timestamptz,
        constraint webhook_delivery_pk primary key (webhook_id, event_id)
      )`);
    await runner.query(`create index webhook_delivery_event_idx on webhook_delivery (event_id)`);
    await runner.query(`
      create index webhook_delivery_status_idx on webhook_delivery (webhook_id, status, event_id)`);
    await runner.query(`
      create index webhook_delivery_first_idx on webhook_delivery (webhook_id, event_id)
      where status = 'pending' and attempts = 0`);
    await runner.query(`
      create index webhook_delivery_again_idx on webhook_delivery (webhook_id, next_at)
      where status = 'pending' and attempts > 0`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
