create or replace function engine.account_exists(of_user text) returns boolean
language plpgsql stable as $$
begin
  return exists (select from account where username = of_user);
end
$$;

comment on function engine.account_exists is 'Whether there is an account of this name';

create or replace function engine.accounts(after text, amount integer) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(username order by username), '[]')
    from (
      select username from account
      where username > coalesce(after, '')
      order by username limit greatest(amount, 0)
    ) page);
end
$$;

comment on function engine.accounts is 'The next page of account names, ascending by code point';

create or replace function engine.missing_accounts(usernames jsonb) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(asked), '[]')
    from jsonb_array_elements_text(json_list(usernames)) as asked
    where not exists (select from account where username = asked));
end
$$;

comment on function engine.missing_accounts is 'Which of these names have no account';
