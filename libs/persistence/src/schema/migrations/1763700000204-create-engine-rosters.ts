import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEngineFunction } from './engine-functions.js';
import { forwardOnly } from './forward-only.js';

/** Index of the array is the stored subscription plus one. */
const SUBSCRIPTIONS = `array['none', 'to', 'from', 'both']`;

/** Limits of core 1.11, in characters. */
const MAX_JID = 1024;
const MAX_TEXT = 255;

/** Rosters for the chat server. Contract: core 5.1, 6.2 */
export class CreateEngineRosters implements MigrationInterface {
  readonly name = 'CreateEngineRosters1763700000204';

  async up(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'roster(of_user text)',
      returns: 'jsonb',
      stable: true,
      comment: 'The roster as its owner sees it, with pending requests; null: there is no account',
      body: `
      begin
        return (
          select jsonb_build_object(
            'version', coalesce((select version from roster where owner = of_user), 0),
            'items', (
              select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'jid', entry.jid, 'name', entry.nickname,
                'subscription', (${SUBSCRIPTIONS})[entry.subscription + 1],
                'ask', coalesce(item.ask, false) and entry.subscription in (0, 2),
                'approved', coalesce(item.approved, false),
                'groups', array(select name from unnest(entry.groups || entry.shared_groups) as name
                                group by name order by name collate "C")
              )) order by entry.jid collate "C"), '[]')
              from roster_entry(of_user) entry
              left join roster_item item on item.owner = of_user and item.jid = entry.jid),
            'requests', (
              select coalesce(jsonb_agg(jsonb_build_object('jid', jid, 'stanza', stanza) order by jid), '[]')
              from roster_request where owner = of_user))
          from account where username = of_user);
      end`,
    });
    await this.putItem(runner);
    await this.putRequests(runner);
  }

  /** What only repeats what shared groups bring is not stored. */
  private async putItem(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'put_roster_item(of_user text, contact text, item jsonb)',
      returns: 'bigint',
      comment:
        'Stores a contact, null removes what is stored; the version of the roster, null: there is no account',
      body: `
      declare
        seen record;
        given record;
      begin
        perform from account where username = of_user for no key update;
        if not found then return null; end if;
        if item is null or jsonb_typeof(item) <> 'object' then
          delete from roster_item where owner = of_user and jid = contact;
        elsif char_length(contact) between 1 and ${MAX_JID} and strpos(contact, '/') = 0 then
          select * into seen from roster_entry(of_user, contact);
          select left(nullif(item ->> 'name', ''), ${MAX_TEXT}) as nickname,
                 coalesce(array_position(${SUBSCRIPTIONS}, item ->> 'subscription'), 1) - 1 as subscription,
                 coalesce(item -> 'ask' = 'true', false) as ask,
                 coalesce(item -> 'approved' = 'true', false) as approved,
                 array(select distinct name collate "C" from (
                         select left(value, ${MAX_TEXT}) as name
                         from jsonb_array_elements_text(json_list(item -> 'groups')) as value
                       ) named
                       where name <> ''
                         and not exists (select from user_group where user_group.name = named.name and shared)
                       order by 1) as groups
          into given;
          if seen.jid is null or seen.stored or given.approved or given.groups <> '{}'
            or given.nickname is distinct from seen.nickname then
            insert into roster_item (owner, jid, nickname, subscription, groups, ask, approved)
            values (of_user, contact, given.nickname, given.subscription, given.groups, given.ask, given.approved)
            on conflict on constraint roster_item_pk do update
            set nickname = excluded.nickname, subscription = excluded.subscription,
                groups = excluded.groups, ask = excluded.ask, approved = excluded.approved
            where (roster_item.nickname, roster_item.subscription, roster_item.groups,
                   roster_item.ask, roster_item.approved)
              is distinct from (excluded.nickname, excluded.subscription, excluded.groups,
                                excluded.ask, excluded.approved);
          end if;
        end if;
        return coalesce((select version from roster where owner = of_user), 0);
      end`,
    });
  }

  private async putRequests(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'put_roster_requests(of_user text, requests jsonb)',
      returns: 'boolean',
      comment: 'Replaces the requests that wait for an answer; false: there is no account',
      body: `
      declare
        given record;
      begin
        perform from account where username = of_user for no key update;
        if not found then return false; end if;
        select coalesce(array_agg(jid), '{}') as jids, coalesce(array_agg(stanza), '{}') as stanzas
        into given
        from (
          select distinct on (jid) jid, stanza
          from jsonb_to_recordset(json_list(requests)) as request (jid text, stanza text)
          where char_length(jid) between 1 and ${MAX_JID} and stanza is not null
        ) request;
        delete from roster_request where owner = of_user and jid <> all (given.jids);
        insert into roster_request (owner, jid, stanza)
        select of_user, jid, stanza from unnest(given.jids, given.stanzas) as request (jid, stanza)
        on conflict on constraint roster_request_pk do update set stanza = excluded.stanza
        where roster_request.stanza <> excluded.stanza;
        return true;
      end`,
    });
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
