import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';
import { onEachChange } from './triggers.js';

/** The states of subscriptions that only a chat server has: asked for, approved in advance, requested. */
export class CreateRosterRequests implements MigrationInterface {
  readonly name = 'CreateRosterRequests1763700000203';

  async up(runner: QueryRunner): Promise<void> {
    // ask: a request to the contact is not answered yet; approved: one of the contact is answered in advance
    await runner.query(`
      alter table roster_item
        add ask boolean not null default false,
        add approved boolean not null default false`);
    await runner.query(`
      create function settle_roster_item() returns trigger language plpgsql as $$
      begin
        new.ask := new.ask and new.subscription in (0, 2);
        return new;
      end $$`);
    await runner.query(`
      create trigger roster_item_settle before insert or update on roster_item
      for each row when (new.ask) execute function settle_roster_item()`);

    // Of people who want to see the presence of the owner and have no answer yet.
    await runner.query(`
      create table roster_request (
        owner text collate "C" not null,
        jid text collate "C" not null,
        stanza text not null,
        constraint roster_request_pk primary key (owner, jid),
        constraint roster_request_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade
      )`);
    await runner.query(`create index roster_request_jid_idx on roster_request (jid)`);
    await runner.query(`
      create function settle_roster_request() returns trigger language plpgsql as $$
      begin
        delete from roster_request where owner = new.owner and jid = new.jid;
        return null;
      end $$`);
    await runner.query(`
      create trigger roster_item_settle_request after insert or update on roster_item
      for each row when (new.subscription in (2, 3)) execute function settle_roster_request()`);

    // The roster version moves along, so that a chat server reads the requests again.
    await runner.query(`
      create function drop_roster_requests_of_account() returns trigger language plpgsql as $$
      declare
        gone text[];
        owners text[];
      begin
        if tg_op = 'DELETE' then
          gone := array(select username || '@' || service_domain() from old_rows);
        else
          gone := array(select username || '@' || service_domain()
                        from (select username from old_rows except select username from new_rows) _);
        end if;
        with dropped as (delete from roster_request where jid = any (gone) returning owner)
        select array_agg(distinct owner) into owners from dropped;
        if owners is not null then perform move_rosters(owners); end if;
        return null;
      end $$`);
    await onEachChange(runner, 'account', 'drop_roster_requests_of_account', ['update', 'delete']);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
