-- As time passes, runs leave the last hour without a write. So stale summaries are recomputed until they contain only
-- the last run.
create or replace function age_check_summaries(older_than interval default '5 minutes') returns integer
language sql
as $$
  select summarise_checks(array(
    select s.check_id
    from   check_status_summaries s
    where  s.updated_at < now() - older_than and s.updated_at < s.last_check + interval '1 hour'
  ));
$$;
comment on function age_check_summaries(interval) is 'Recomputes summaries whose runs are older than an hour; returns the number of summaries.';
