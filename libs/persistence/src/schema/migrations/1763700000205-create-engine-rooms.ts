import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEngineFunction, seconds } from './engine-functions.js';
import { forwardOnly } from './forward-only.js';

/** In the order in which they count when somebody holds several. */
const AFFILIATIONS = `array['owner', 'admin', 'outcast', 'member']`;
const ROLES = `array['moderator', 'participant', 'visitor']`;
const PRIVATE_MESSAGE_RULES = `('anyone', 'participants', 'moderators', 'none')`;
const MAX_TEXT = 255;
/** of a bare JID, in bytes */
const MAX_JID = 2047;

const FLAGS = [
  'persistent',
  'public_room',
  'registration_enabled',
  'can_anyone_discover_jid',
  'can_occupants_change_subject',
  'can_occupants_invite',
  'can_change_nickname',
  'log_enabled',
  'login_restricted_to_nickname',
  'members_only',
  'moderated',
];

/** What a state says of each column. Texts that are left out are unset, everything else stays as it is. */
const GIVEN: Readonly<Record<string, string>> = {
  natural_name: `left(state ->> 'natural_name', ${MAX_TEXT})`,
  description: `left(state ->> 'description', ${MAX_TEXT})`,
  password: `nullif(state ->> 'password', '')`,
  subject: `nullif(state ->> 'subject', '')`,
  max_users: `case when jsonb_typeof(state -> 'max_users') = 'number'
    then least(greatest((state ->> 'max_users')::numeric, 0), 2147483647)::integer
    else stored.max_users end`,
  ...Object.fromEntries(
    FLAGS.map((flag) => [
      flag,
      `case when jsonb_typeof(state -> '${flag}') = 'boolean'
        then (state ->> '${flag}')::boolean else stored.${flag} end`,
    ]),
  ),
  broadcast_presence_roles: `case when state ? 'broadcast_presence_roles'
    then array(select role from unnest(${ROLES}) with ordinality as known (role, place)
               where json_list(state -> 'broadcast_presence_roles') ? role order by place)
    else stored.broadcast_presence_roles end`,
  allow_pm: `case when state ->> 'allow_pm' in ${PRIVATE_MESSAGE_RULES} then state ->> 'allow_pm'
    when state ? 'allow_pm' then 'anyone' else stored.allow_pm end`,
};
const COLUMNS = Object.keys(GIVEN).join(', ');
const VALUES = Object.values(GIVEN).join(', ');

/** Services and rooms for the chat server. Contract: muc-and-legacy 2, 3, 5.2, 9.1 */
export class CreateEngineRooms implements MigrationInterface {
  readonly name = 'CreateEngineRooms1763700000205';

  async up(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'services()',
      returns: 'jsonb',
      stable: true,
      comment: 'The chat services, ascending by name',
      body: `
      begin
        return (
          select coalesce(jsonb_agg(jsonb_build_object(
            'name', name, 'hidden', hidden,
            'description', coalesce(nullif(btrim(description), ''), 'Public Chatrooms')
          ) order by name), '[]')
          from chat_service);
      end`,
    });
    await this.read(runner);
    await this.put(runner);
    await createEngineFunction(runner, {
      signature: 'remove_room(of_service text, of_room text, only_temporary boolean)',
      returns: 'boolean',
      comment: 'Removes a room with its conversation; whether there was one',
      body: `
      begin
        delete from room
        where service = of_service and name = of_room
          and not (persistent and coalesce(only_temporary, false));
        return found;
      end`,
    });
    await runner.query(`
      create index room_public_idx on room (service, name) where public_room`);
    await createEngineFunction(runner, {
      signature: 'public_rooms(of_service text, after text, amount integer)',
      returns: 'jsonb',
      stable: true,
      comment: 'The next rooms that discovery shows, ascending by name',
      body: `
      begin
        return (
          select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'name', name, 'natural_name', natural_name)) order by name), '[]')
          from (select name, natural_name from room
                where service = of_service and public_room and name > coalesce(after, '')
                order by name limit greatest(amount, 0)) page);
      end`,
    });
  }

  private async read(runner: QueryRunner): Promise<void> {
    await createEngineFunction(runner, {
      signature: 'room(of_service text, of_room text)',
      returns: 'jsonb',
      stable: true,
      comment: 'A room with who is affiliated, directly and through groups; null: none',
      body: `
      begin
        return (
          select jsonb_strip_nulls(jsonb_build_object(
            'id', room.id, 'version', room.version, 'name', room.name,
            'creation_date', ${seconds('room.creation_date')},
            'modification_date', ${seconds('room.modification_date')},
            ${Object.keys(GIVEN)
              .map((column) => `'${column}', room.${column}`)
              .join(', ')},
            'affiliations', (
              select coalesce(jsonb_object_agg(jid, jsonb_build_object(
                'affiliation', affiliation, 'nickname', nickname)), '{}')
              from room_affiliation where room_id = room.id),
            'via_groups', (
              select coalesce(jsonb_object_agg(jid, (${AFFILIATIONS})[first]), '{}')
              from (select jid, min(array_position(${AFFILIATIONS}, affiliation)) as first
                    from room_group_affiliation join group_member using (group_name)
                    where room_id = room.id group by jid) person)))
          from room where service = of_service and name = of_room);
      end`,
    });
  }

  /**
   * The room's row is locked first, as everywhere. Affiliations move the version by their triggers,
   * so the settings come last. Nicknames of outcasts are not kept.
   */
  private async put(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function put_room_affiliations(of_room bigint, affiliations jsonb) returns boolean
      language plpgsql as $$
      declare
        given record;
        dropped bigint;
        changed bigint;
      begin
        select coalesce(array_agg(jid), '{}') as jids,
               coalesce(array_agg(entry ->> 'affiliation'), '{}') as held,
               coalesce(array_agg(case when entry ->> 'affiliation' <> 'outcast'
                                       then nullif(entry ->> 'nickname', '') end), '{}') as nicknames
        into given
        from jsonb_each(affiliations) as person (jid, entry)
        where entry ->> 'affiliation' = any (${AFFILIATIONS})
          and octet_length(jid) between 1 and ${MAX_JID} and strpos(jid, '/') = 0;
        delete from room_affiliation where room_id = of_room and jid <> all (given.jids);
        get diagnostics dropped = row_count;
        insert into room_affiliation (room_id, jid, affiliation, nickname)
        select of_room, jid, affiliation, nickname
        from unnest(given.jids, given.held, given.nicknames) as person (jid, affiliation, nickname)
        on conflict on constraint room_affiliation_pk do update
        set affiliation = excluded.affiliation, nickname = excluded.nickname
        where (room_affiliation.affiliation, room_affiliation.nickname)
          is distinct from (excluded.affiliation, excluded.nickname);
        get diagnostics changed = row_count;
        return dropped + changed > 0;
      end $$`);
    await runner.query(`
      comment on function put_room_affiliations(bigint, jsonb) is
        'Makes the direct affiliations of a room what is given; whether anything changed'`);

    await createEngineFunction(runner, {
      signature: 'put_room(of_service text, of_room text, state jsonb)',
      returns: 'bigint',
      comment:
        'Stores a room; its version, minus the stored version when another one is given, 0: room or service is gone',
      body: `
      declare
        stored room;
        affiliated boolean := false;
        given_id jsonb := nullif(state -> 'id', 'null');
        given_version jsonb := nullif(state -> 'version', 'null');
      begin
        select * into stored from room where service = of_service and name = of_room
        for no key update;
        if found then
          if given_id <> to_jsonb(stored.id) then return 0; end if;
          if given_version is distinct from to_jsonb(stored.version) then return -stored.version; end if;
        else
          if given_version is not null then return 0; end if;
          perform from chat_service where name = of_service for key share;
          if not found then return 0; end if;
          insert into room (service, name) values (of_service, of_room)
          on conflict on constraint room_service_name_key do nothing
          returning * into stored;
          if not found then
            return -(select version from room where service = of_service and name = of_room);
          end if;
        end if;
        if jsonb_typeof(state -> 'affiliations') = 'object' then
          affiliated := put_room_affiliations(stored.id, state -> 'affiliations');
        end if;
        update room set (${COLUMNS}, modification_date) = row (${VALUES}, now())
        where id = stored.id
          and (affiliated or (${COLUMNS}) is distinct from (${VALUES}));
        return (select version from room where id = stored.id);
      end`,
    });
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
