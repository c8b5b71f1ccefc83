-- As the chat server writes it: markup is escaped, nothing else is.
create or replace function plain_text(written text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(
    case when written ~ '^[''"]' then substr(written, 2, length(written) - 2) else written end,
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', chr(39)), '&amp;', '&')
$$;

comment on function plain_text is 'The value of an attribute with its quotation marks';
