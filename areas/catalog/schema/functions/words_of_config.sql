-- Of a document as much is read as somebody might remember something of. A certificate is one long word; nobody types it to the
-- end, and a tsvector has no room for it. To look for such words is quicker than to shorten each.
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
comment on function words_of_config(config_items) is 'The words that a config item is found by.';
