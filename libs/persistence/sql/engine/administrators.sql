create or replace function engine.administrators() returns jsonb
language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(distinct username), '[]') from administrator_name());
end
$$;

comment on function engine.administrators is 'The user names of the administrators, who need not exist';
