-- As the chat server writes it: markup is escaped, nothing else is.
create or replace function text_of_body(stanza text) returns text
language plpgsql immutable as $$
declare
  escaped constant text := substring(stanza from '<body(?: xml:lang=(?:''[^'']*''|"[^"]*"))?>([^<]*)</body>');
begin
  return replace(replace(replace(replace(replace(
    escaped, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''), '&amp;', '&');
end
$$;

comment on function text_of_body is 'The text of a message from its stanza; null: it has none';
