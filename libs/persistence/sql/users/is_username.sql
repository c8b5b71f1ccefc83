create or replace function is_username(name text) returns boolean
language sql immutable parallel safe as $$
  select char_length(name) between 1 and 64
    and name !~ '[\x01-\x20"&''/:<>@\x7f]'
    and name = lower(name)
    and name is nfkc normalized
    and name not in ('.', '..') -- not addressable in a URL path
$$;

comment on function is_username is 'Whether a prepared text is a valid account name';
