-- Before the account is deleted, by which its name would go from the reports that are about a nickname.
create or replace function erase_from_reports(erased text) returns void
language plpgsql as $$
begin
  delete from report_message where report_id = any (array(
    select id from report where person = erased or split_part(accused, '/', 1) = erased));
  update report set person = null, accused = 'erased'
  where person = erased or split_part(accused, '/', 1) = erased;
  delete from report_message where author = erased;
  update report set reporter = null, reply = null where reporter = erased;
end
$$;

comment on function erase_from_reports is
  'Takes a person out of reports: as reporter the name, as accused name and evidence, of all reports the own messages';
