create or replace function is_username(name text) returns boolean
language sql immutable parallel safe as $$
  select char_length(name) between 1 and 64
    and name !~ '[\x01-\x20"&''/:<>@\x7f]'
    and name = lower(name)
    and name is nfkc normalized
    and name not in ('.', '..') -- no path would lead there
$$;

comment on function is_username is 'Whether a prepared text can be the name of an account';
