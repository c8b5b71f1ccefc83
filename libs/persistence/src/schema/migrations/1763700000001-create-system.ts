import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** System properties, the audit log, and what SQL needs to know about local JIDs. */
export class CreateSystem implements MigrationInterface {
  readonly name = 'CreateSystem1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table system_property (
        key text collate "C" not null,
        value text not null,
        constraint system_property_pk primary key (key)
      )`);

    await runner.query(`
      create table audit_entry (
        log_id bigint generated always as identity,
        username text collate "C" not null,
        occurred_at timestamptz not null,
        summary text not null,
        node text not null,
        details text not null,
        constraint audit_entry_pk primary key (log_id)
      )`);
    // read backwards: newest first
    await runner.query(
      `create index audit_entry_occurred_at_idx on audit_entry (occurred_at, log_id)`,
    );
    await runner.query(
      `create index audit_entry_username_idx on audit_entry (username, occurred_at, log_id)`,
    );

    // plpgsql keeps the plan; a function in SQL would be planned again with each call.
    await runner.query(`
      create function service_domain() returns text language plpgsql stable as $$
      begin
        return (select value from system_property where key = 'xmpp.domain');
      end $$`);
    await runner.query(`
      comment on function service_domain() is 'The XMPP domain that the accounts belong to'`);
    await runner.query(`
      create function local_username(jid text, domain text) returns text
      language sql immutable parallel safe as $$
        select case when right(jid, length(domain) + 1) = '@' || domain
                    then left(jid, -length(domain) - 1) end
      $$`);
    await runner.query(`
      comment on function local_username(text, text) is
        'The local part of a bare JID of the domain, null for any other JID'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
