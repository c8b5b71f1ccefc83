create or replace function xml_text(value text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(
    value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '''', '&apos;'), '"', '&quot;')
$$;

comment on function xml_text is 'A text as it stands in XML, in elements and attributes';
