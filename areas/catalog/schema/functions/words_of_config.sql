-- Only the beginning of a document is read. A certificate is one long word that is never searched for as a whole and
-- does not fit into a tsvector. Checking for such words is faster than shortening each word.
create or replace function words_of_config(c config_items) returns tsvector
language plpgsql
stable
as $$
declare
  said constant text := left(
    concat_ws(' ', c.name, c.type, c.description, c.external_id::text, c.labels::text, c.tags::text, c.config::text), 200000);
  words constant text[] := array_remove(split_words(said), '');
begin
  if said ~ '[^\s -/:-@[-`{-~]{101}' then
    return array_to_tsvector(array(select left(word, 100) from unnest(words) as word));
  end if;
  return array_to_tsvector(words);
end;
$$;
comment on function words_of_config(config_items) is 'The searchable words of a config item.';
