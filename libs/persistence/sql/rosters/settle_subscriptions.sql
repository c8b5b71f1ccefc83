-- Updates the chat server's part of a subscription when any writer changes the subscription.

create or replace function settle_roster_item() returns trigger
language plpgsql as $$
begin
  new.ask := new.ask and new.subscription in (0, 2);
  return new;
end
$$;

comment on function settle_roster_item is 'Clears the owner''s pending request once it is granted';

create trigger roster_item_settle
before insert or update on roster_item
for each row when (new.ask) execute function settle_roster_item();

create or replace function settle_roster_request() returns trigger
language plpgsql as $$
begin
  delete from roster_request where owner = new.owner and jid = new.jid;
  return null;
end
$$;

comment on function settle_roster_request is 'Deletes the request of a contact once it is granted';

create trigger roster_item_settle_request
after insert or update on roster_item
for each row when (new.subscription in (2, 3)) execute function settle_roster_request();
