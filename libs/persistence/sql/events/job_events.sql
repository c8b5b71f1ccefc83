create or replace function job_events() returns trigger
language plpgsql as $$
begin
  perform put_event(
    'job.finished', '/jobs/' || new.id,
    origin => jsonb_build_object('actor', new.maker_name, 'source', 'job', 'request', null));
  return null;
end
$$;

comment on function job_events is 'Tells that a job has ended, whatever ended it';

create trigger job_job_events
after update of status on job
for each row
when (new.status in ('done', 'cancelled', 'failed') and old.status in ('queued', 'running'))
execute function job_events();
