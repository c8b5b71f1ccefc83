create or replace function remembered_changes(
  version bigint,
  contacts text[],
  since inout bigint,
  changed inout text[]
)
language plpgsql immutable as $$
declare
  most constant integer := 32;
begin
  if contacts <@ changed then return; end if;
  if cardinality(changed || contacts) <= most then
    changed := changed || contacts;
  elsif cardinality(contacts) <= most then
    since := version;
    changed := contacts;
  else
    since := version + 1;
    changed := '{}';
  end if;
end
$$;

comment on function remembered_changes is
  'What is remembered of a roster or shared group of this version once these contacts change';
