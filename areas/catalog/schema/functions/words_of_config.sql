-- Of a document as much is read as somebody might remember something of. A certificate is one long word; nobody types it to the
-- end, and a tsvector has no room for it.
create or replace function words_of_config(c config_items) returns tsvector
language plpgsql
stable
as $$
begin
  return array_to_tsvector(array(
    select left(word, 100)
    from   unnest(split_words(left(
             concat_ws(' ', c.name, c.type, c.description, c.external_id::text, c.labels::text, c.tags::text, c.config::text),
             200000
           ))) as word
    where  word <> ''
  ));
end;
$$;
comment on function words_of_config(config_items) is 'The words that a config item is found by.';
