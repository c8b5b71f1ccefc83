-- Programs of 0.2.0, and the API, write `shared` alone.
create or replace function agree_on_visibility() returns trigger
language plpgsql as $$
declare
  former text := 'nobody';
begin
  if tg_op = 'UPDATE' then
    former := coalesce(old.visibility, case when old.shared then 'members' else 'nobody' end);
    if new.visibility is not distinct from old.visibility then new.visibility := former; end if;
  end if;
  if new.visibility is null or new.visibility = former and tg_op = 'UPDATE' then
    if not new.shared then
      new.visibility := 'nobody';
    elsif coalesce(new.visibility, 'nobody') = 'nobody' then
      new.visibility := 'members';
    end if;
  end if;
  new.shared := new.visibility <> 'nobody';
  if new.visibility <> 'groups' then new.visible_to := '{}'; end if;
  if new.display_name = new.name then new.display_name := null; end if;
  return new;
end
$$;

comment on function agree_on_visibility is
  'Keeps shared and visibility of a group in step, whichever is written: shared turns nobody into members, not shared anything into nobody';

create trigger user_group_agree_on_visibility
before insert or update on user_group
for each row execute function agree_on_visibility();

create or replace function forget_visible_to() returns trigger
language plpgsql set enable_seqscan = off as $$
begin
  update user_group set visible_to = array_remove(visible_to, old.name)
  where visibility = 'groups' and visible_to @> array[old.name] collate "default";
  return null;
end
$$;

comment on function forget_visible_to is
  'A later group of the name of one that is deleted sees nothing because of that';

create trigger user_group_forget_visible_to
after delete on user_group
for each row execute function forget_visible_to();

create or replace function rename_visible_to() returns trigger
language plpgsql set enable_seqscan = off as $$
begin
  update user_group set visible_to = array_replace(visible_to, old.name, new.name)
  where visibility = 'groups' and visible_to @> array[old.name] collate "default";
  return null;
end
$$;

comment on function rename_visible_to is 'The people of a renamed group go on seeing what is shown to them';

create trigger user_group_rename_visible_to
after update of name on user_group
for each row when (old.name <> new.name) execute function rename_visible_to();
