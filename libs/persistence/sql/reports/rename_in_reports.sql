-- What would be too long for the index with its resource goes on without.
create or replace function rename_in_reports(old_jid text, new_jid text) returns void
language plpgsql as $$
begin
  update report set reporter = new_jid where reporter = old_jid;
  update report set accused = case
    when octet_length(accused) - octet_length(old_jid) + octet_length(new_jid) > 2000 then new_jid
    else new_jid || substr(accused, length(old_jid) + 1)
  end
  where person = old_jid and split_part(accused, '/', 1) = old_jid;
  update report set person = new_jid where person = old_jid;
  update report_message set author = new_jid where author = old_jid;
end
$$;

comment on function rename_in_reports is 'Gives a new name to the people of reports';
