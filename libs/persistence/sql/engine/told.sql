create or replace function engine.told(ids jsonb) returns integer
language plpgsql as $$
declare
  count integer;
begin
  update room_message set told = true
  where id = any (array(select message_id(text) from jsonb_array_elements_text(json_list(ids)) as text)) and not told;
  get diagnostics count = row_count;
  return count;
end
$$;

comment on function engine.told is 'The occupants have been told of messages taken back; how many of them were not known';
