import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Stored rosters, and rosters as their owners see them. Contract: core 5.1, 6.2 */
export class CreateRosters implements MigrationInterface {
  readonly name = 'CreateRosters1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table roster_item (
        owner text collate "C" not null,
        jid text collate "C" not null,
        nickname text,
        subscription smallint not null,
        groups text[] not null,
        constraint roster_item_pk primary key (owner, jid),
        constraint roster_item_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade,
        constraint roster_item_subscription_check check (subscription between 0 and 3)
      )`);
    await runner.query(`create index roster_item_jid_idx on roster_item (jid)`);

    // The version of a roster as its owner sees it: no row before its first change, moved by triggers,
    // from a sequence, so that an account that is made again never shows an old version.
    await runner.query(`
      create table roster (
        owner text collate "C" not null,
        version bigint not null,
        constraint roster_pk primary key (owner),
        constraint roster_account_fk foreign key (owner)
          references account (username) on update cascade on delete cascade
      )`);
    await runner.query(`create sequence roster_version_seq owned by roster.version`);

    await runner.query(`
      create function shared_contact(of_owner text, only_jid text default null)
      returns table (jid text, nickname text, shared_groups text[])
      language sql stable as $$
        select other.jid,
               coalesce(nullif(min(person.name), ''), min(person.username), other.jid),
               array_agg(other.group_name order by other.group_name)
        from account owner
        cross join (select service_domain() as domain offset 0) here -- once, not per row
        join group_member mine on mine.jid = owner.username || '@' || here.domain
        join user_group on user_group.name = mine.group_name and user_group.shared
        join group_member other on other.group_name = mine.group_name and other.jid <> mine.jid
        left join account person on person.username = local_username(other.jid, here.domain)
        where owner.username = of_owner
          and (only_jid is null or other.jid = only_jid)
          and (person.username is not null or local_username(other.jid, here.domain) is null)
        group by other.jid
      $$`);
    await runner.query(`
      comment on function shared_contact(text, text) is
        'Contacts that shared groups bring into the roster of an existing account'`);
    await runner.query(`
      create function roster_entry(of_owner text, only_jid text default null)
      returns table (jid text, nickname text, subscription smallint, groups text[],
                     stored boolean, shared_groups text[])
      language sql stable as $$
        select coalesce(item.jid, brought.jid),
               case when item.jid is null then brought.nickname else item.nickname end,
               case when brought.jid is null then item.subscription else 3::smallint end,
               coalesce(item.groups, '{}'),
               item.jid is not null,
               coalesce(brought.shared_groups, '{}')
        from (
          select * from roster_item
          where roster_item.owner = of_owner and (only_jid is null or roster_item.jid = only_jid)
        ) item
        full join shared_contact(of_owner, only_jid) brought on brought.jid = item.jid
      $$`);
    await runner.query(`
      comment on function roster_entry(text, text) is
        'A roster as its owner sees it: stored items merged with what shared groups bring'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
