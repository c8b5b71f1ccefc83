create or replace function note_concerned() returns trigger
language plpgsql as $$
declare
  domain constant text := service_domain();
begin
  insert into audit_concern (username, occurred_at, log_id)
  select distinct coalesce(local_username(name, domain), name), new.occurred_at, new.log_id
  from unnest(new.concerns) as name
  where position('@' in coalesce(local_username(name, domain), name)) = 0;
  return null;
end
$$;

comment on function note_concerned is
  'Finds an audit entry by each user whom it concerns; those of other domains are none';

create trigger audit_entry_note_concerned after insert on audit_entry
for each row when (new.concerns <> '{}') execute function note_concerned();

create or replace function former_names(of_user text)
returns table (username text, above bigint, upto bigint, since timestamptz)
language sql stable rows 2 as $$
  with last as (
    select account_id, id from account_rename
    where name = of_user and not exists (
      select from account
      where account.username = of_user and account.id is distinct from account_rename.account_id)
    order by id desc limit 1
  ), latest as (
    select rename.id, rename.former, rename.log_id, rename.since from last, account_rename as rename
    where rename.account_id = last.account_id and rename.id <= last.id
    order by rename.id desc limit 17
  ), held as (
    -- a rename says more exactly since when the account has a name than the clock does
    select id, former, log_id,
      coalesce(lag(log_id) over renames, 0) as above,
      case when lag(id) over renames is null then since else '-infinity' end as since
    from latest window renames as (order by id)
  )
  select former, above, log_id, since from (select former, above, log_id, since from held order by id desc limit 16) as followed
$$;

comment on function former_names is
  'What the account that has a name, or had it last, was called before, and between which entries of the audit log, since when; the latest 16 renames';
