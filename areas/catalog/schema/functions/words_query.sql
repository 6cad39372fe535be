-- The user may still be typing, so words match as prefixes; words of two letters would match too many items.
create or replace function words_query(said text) returns tsquery
language sql
immutable
parallel safe
return (
  select string_agg(format(case when length(word) > 2 then '''%s'':*' else '''%s''' end, left(word, 100)), ' & ')
  from   (select distinct word from unnest(split_words(left(said, 500))) as word where word <> '' limit 12) w
)::tsquery;
comment on function words_query(text) is 'A query for all of these words, or longer words that begin with them. Null without words.';
