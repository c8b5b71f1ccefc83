create or replace function engine.retract_message(of_service text, of_room text, request jsonb) returns jsonb
language plpgsql as $$
declare
  of_id bigint := (select id from room where service = of_service and name = of_room and log_enabled);
  of_message bigint := message_id(request ->> 'id');
  actor constant text := request ->> 'actor';
  username constant text := local_username(actor, service_domain());
  outcome text;
begin
  if of_id is null or of_message is null then return '{"outcome": "missing"}'; end if;
  perform note_chat_user(actor);
  outcome := retract_message(of_id, of_message, jsonb_build_object(
    'moderator', request -> 'moderator', 'moderator_id', request -> 'moderator_id',
    'sender', actor, 'by', coalesce(username, actor), 'reason', request -> 'reason'));
  if outcome <> 'retracted' then return jsonb_build_object('outcome', outcome); end if;
  perform append_audit_entry(retraction_entry(
    actor, of_service, of_room, of_message, request ->> 'reason', request ->> 'node'));
  return (
    select jsonb_build_object('outcome', outcome, 'id', id::text, 'stanza', stanza)
    from room_message where retracts = of_message and nickname is null);
end
$$;

comment on function engine.retract_message is
  'A moderator takes back a message of a logged room: the outcome, and the announcement if there is one';
