create or replace function engine.vcard(of_user text) returns text
language plpgsql stable as $$
begin
  return (select xml from vcard where username = of_user);
end
$$;

comment on function engine.vcard is 'The vCard as XML; null: none';

create or replace function engine.pictures(usernames jsonb) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(
      jsonb_object_agg(username, coalesce(picture, jsonb_build_object('unknown', xmin::text))), '{}')
    from vcard
    where username in (select jsonb_array_elements_text(json_list(usernames)))
      and picture is distinct from '{}');
end
$$;

comment on function engine.pictures is
  'What is known of the pictures of these accounts, of those that may have one; unknown: the state of the vCard';

create or replace function engine.put_picture(of_user text, of_state text, new_picture jsonb) returns boolean
language plpgsql as $$
begin
  update vcard set picture = new_picture where username = of_user and xmin::text = of_state;
  return found;
end
$$;

comment on function engine.put_picture is
  'Says what the picture of a vCard is; false: it has another state';
