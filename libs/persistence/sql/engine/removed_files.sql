create or replace function engine.removed_files(ids jsonb) returns integer
language plpgsql as $$
declare
  count integer;
begin
  delete from departed_file
  where id = any (array(select message_id(text) from jsonb_array_elements_text(json_list(ids)) as text));
  get diagnostics count = row_count;
  return count;
end
$$;

comment on function engine.removed_files is
  'The bytes of departed files have been removed; returns how many of them were waiting';
