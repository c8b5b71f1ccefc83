-- The tables of an import belong to the owner of the database, and are there only if there has been one.
create or replace function import_running() returns boolean
language plpgsql stable security definer as $$
begin
  if to_regclass('moving.run') is null then return false; end if;
  return exists (select from moving.run where state = 'loading');
end
$$;

comment on function import_running is
  'Whether an import is neither finished nor abandoned: half of the data are there, and triggers may be off';
