import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEngineFunction } from './engine-functions.js';
import { forwardOnly } from './forward-only.js';
import { onEachChange } from './triggers.js';

const HASHES = ['sha1', 'sha256'] as const;
type Hash = (typeof HASHES)[number];

/** PostgreSQL breaks base64 into lines. */
const base64 = (column: string) => `translate(encode(${column}, 'base64'), E'\\n', '')`;

const written = (hash: Hash) => `
  '${hash}', jsonb_build_object(
    'salt', ${base64(`${hash}_salt`)}, 'iterations', ${hash}_iterations,
    'stored_key', ${base64(`${hash}_stored_key`)}, 'server_key', ${base64(`${hash}_server_key`)})`;

const COLUMNS = HASHES.flatMap((hash) =>
  ['salt', 'iterations', 'stored_key', 'server_key'].map((part) => `${hash}_${part}`),
).join(', ');

/** Values of {@link COLUMNS} out of the parameter `keys`. */
const READ = HASHES.flatMap((hash) => [
  `decode(keys #>> '{${hash},salt}', 'base64')`,
  `(keys #>> '{${hash},iterations}')::numeric::integer`,
  `decode(keys #>> '{${hash},stored_key}', 'base64')`,
  `decode(keys #>> '{${hash},server_key}', 'base64')`,
]).join(', ');

const ADMINISTRATORS = 'admin.authorizedJIDs';

/** Accounts, passwords and vCards for the chat server. Contract: core 1.10, 1.11, 3.3, 3.6, 5.2 */
export class CreateEngineAccounts implements MigrationInterface {
  readonly name = 'CreateEngineAccounts1763700000202';

  async up(runner: QueryRunner): Promise<void> {
    await this.names(runner);
    await this.removal(runner);
    await this.departures(runner);
    await this.logins(runner);
    await this.lists(runner);
    await this.vcards(runner);
  }

  private async names(runner: QueryRunner): Promise<void> {
    // The chat server prepares names; this catches what the API would call otherwise or refuse.
    await runner.query(`
      create function is_username(name text) returns boolean
      language sql immutable parallel safe as $$
        select char_length(name) between 1 and 64 and name !~ '[\\x01-\\x20"&''/:<>@\\x7f]'
          and name = lower(name) and name is nfkc normalized
          and name not in ('.', '..') -- no path would lead there
      $$`);
    await runner.query(`
      comment on function is_username(text) is
        'Whether a prepared text can be the name of an account'`);
    await runner.query(`
      create function listed_jid(place out bigint, jid out text, entry out text)
      returns setof record language sql stable as $$
        select place, lower(normalize(split_part(entry, '/', 1), nfkc)), entry
        from system_property, regexp_split_to_table(value, '[\\s,]+') with ordinality as _ (entry, place)
        where key = '${ADMINISTRATORS}' and entry <> ''
      $$`);
    await runner.query(`
      comment on function listed_jid() is 'The entries of the list of administrators'`);
    await runner.query(`
      create function administrator_name(place out bigint, username out text)
      returns setof record language sql stable as $$
        select place, local_username(jid, service_domain()) from listed_jid()
        where strpos(entry, '/') = 0 and is_username(local_username(jid, service_domain()))
        union all
        select 1, 'admin' where not exists (select from listed_jid())
      $$`);
    await runner.query(`
      comment on function administrator_name() is
        'User names of the administrators, who need not exist; "admin" while none is listed'`);
  }

  private async removal(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function remove_jid_references(
        gone text, heir text, roster_owners out text[], group_names out text[], rooms out jsonb
      ) language plpgsql as $$
      declare
        owned bigint[];
      begin
        with dropped as (delete from roster_item where jid = gone returning owner)
        select coalesce(array_agg(owner), '{}') into roster_owners from dropped;
        with dropped as (delete from group_member where jid = gone returning group_name)
        select coalesce(array_agg(group_name), '{}') into group_names from dropped;
        -- Whoever changes affiliations locks the room first; what others did is seen after this.
        perform from room
        where id in (select room_id from room_affiliation where jid = gone)
        order by id for no key update;
        with dropped as (
          delete from room_affiliation where jid = gone returning room_id, affiliation
        )
        select coalesce(jsonb_agg(jsonb_build_object('service', room.service, 'room', room.name)), '[]'),
               array_agg(room.id) filter (where affiliation = 'owner')
        into rooms, owned
        from dropped join room on room.id = room_id;
        insert into room_affiliation (room_id, jid, affiliation)
        select id, heir, 'owner' from room
        where id = any (owned)
          and not exists (select from room_affiliation
                          where room_id = room.id and affiliation = 'owner')
          and not exists (select from room_group_affiliation
                          where room_id = room.id and affiliation = 'owner')
        order by id
        on conflict on constraint room_affiliation_pk do update set affiliation = 'owner';
      end $$`);
    await runner.query(`
      comment on function remove_jid_references(text, text) is
        'Removes what names a JID outside of its account; the heir gets rooms that would have no owner'`);

    await createEngineFunction(runner, {
      signature: 'delete_account(of_user text)',
      returns: 'boolean',
      comment: 'Deletes an account with all that belongs to it or names it; false: there is none',
      body: `
      declare
        domain text := service_domain();
        gone text := of_user || '@' || domain;
        heir text;
      begin
        delete from account where username = of_user;
        if not found then return false; end if;
        select username into heir from administrator_name()
        where username <> of_user order by place limit 1;
        perform remove_jid_references(gone, coalesce(heir, 'admin') || '@' || domain);
        if exists (select from listed_jid() where jid = gone) then
          perform from system_property where key = '${ADMINISTRATORS}' for update;
          update system_property
          set value = (select coalesce(string_agg(entry, ',' order by place), '')
                       from listed_jid() where jid <> gone)
          where key = '${ADMINISTRATORS}';
        end if;
        return true;
      end`,
    });
  }

  /** A later account of the same name must not find what the chat server keeps by itself. */
  private async departures(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table departed_account (
        username text collate "C" not null,
        constraint departed_account_pk primary key (username)
      )`);
    await runner.query(`
      comment on table departed_account is
        'Names that accounts had, whose leftovers the chat server has not removed yet'`);
    await runner.query(`
      create function note_departed_accounts() returns trigger language plpgsql as $$
      begin
        if to_regnamespace('prosody') is null then return null; end if; -- never had a chat server
        if tg_op = 'DELETE' then
          insert into departed_account select username from old_rows order by 1
          on conflict do nothing;
        else
          insert into departed_account
          select username from old_rows except select username from new_rows order by 1
          on conflict do nothing;
        end if;
        return null;
      end $$`);
    await onEachChange(runner, 'account', 'note_departed_accounts', ['update', 'delete']);
    await createEngineFunction(runner, {
      signature: 'forgotten(usernames jsonb)',
      returns: 'integer',
      comment: 'Nothing is left of earlier accounts of these names; how many were waiting',
      body: `
      declare
        done integer;
      begin
        delete from departed_account
        where username in (select jsonb_array_elements_text(json_list(usernames)));
        get diagnostics done = row_count;
        return done;
      end`,
    });
  }

  private async logins(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'credentials(of_user text)',
      returns: 'jsonb',
      stable: true,
      comment: 'What a login needs; null: there is no such account',
      body: `
      begin
        return (
          select jsonb_build_object(
            'locked', exists (select from lockout where lockout.username = of_user),
            'departed', exists (select from departed_account where departed_account.username = of_user),
            ${HASHES.map(written).join()})
          from account_credential where username = of_user);
      end`,
    });
    await createEngineFunction(runner, {
      signature: 'put_credentials(of_user text, keys jsonb)',
      returns: 'boolean',
      comment: 'Changes the password; false: there is no such account',
      body: `
      begin
        update account_credential set (${COLUMNS}) = row (${READ}) where username = of_user;
        return found;
      end`,
    });
    await createEngineFunction(runner, {
      signature: 'register_account(of_user text, keys jsonb)',
      returns: 'text',
      comment: 'created, exists, or refused: no name that the API accepts, or an administrator',
      body: `
      begin
        if exists (select from account where username = of_user) then return 'exists'; end if;
        if is_username(of_user) is not true
          or exists (select from administrator_name() where username = of_user) then
          return 'refused';
        end if;
        with added as (
          insert into account (username) values (of_user)
          on conflict on constraint account_pk do nothing
          returning username
        )
        insert into account_credential (username, ${COLUMNS})
        select username, ${READ} from added;
        return case when found then 'created' else 'exists' end;
      end`,
    });
  }

  private async lists(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'account_exists(of_user text)',
      returns: 'boolean',
      stable: true,
      comment: 'Whether there is an account of this name',
      body: `begin return exists (select from account where username = of_user); end`,
    });
    await createEngineFunction(runner, {
      signature: 'accounts(after text, amount integer)',
      returns: 'jsonb',
      stable: true,
      comment: 'The next names of accounts, ascending by code point',
      body: `
      begin
        return (
          select coalesce(jsonb_agg(username order by username), '[]')
          from (select username from account where username > coalesce(after, '')
                order by username limit greatest(amount, 0)) page);
      end`,
    });
  }

  private async vcards(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'vcard(of_user text)',
      returns: 'text',
      stable: true,
      comment: 'The vCard as XML; null: none',
      body: `begin return (select xml from vcard where username = of_user); end`,
    });
    await createEngineFunction(runner, {
      signature: 'put_vcard(of_user text, new_xml text)',
      returns: 'boolean',
      comment: 'Stores a vCard, null removes it; false: there is no such account',
      body: `
      begin
        perform from account where username = of_user for no key update;
        if not found then return false; end if;
        if new_xml is null then
          delete from vcard where username = of_user;
        else
          insert into vcard (username, xml) values (of_user, new_xml)
          on conflict on constraint vcard_pk do update set xml = excluded.xml
          where vcard.xml <> excluded.xml;
        end if;
        return true;
      end`,
    });
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
