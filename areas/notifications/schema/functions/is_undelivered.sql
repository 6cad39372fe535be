create or replace function is_undelivered(status text, waiting text) returns boolean
language sql
immutable
as $$
  select coalesce(status in ('sending', 'attempting_fallback'), false) or coalesce(waiting = 'retry', false)
$$;
comment on function is_undelivered(text, text) is 'Whether the delivery works on a message, or will repeat it.';
