create or replace function scraper_meant(said text, own uuid) returns uuid
language sql
stable
return case
  when said is null then own
  else coalesce(
    as_uuid(said),
    (
      select s.id
      from   config_scrapers s
      where  s.deleted_at is null and (s.name = said or concat(s.namespace, '/', s.name) = said)
      order  by s.created_at
      limit  1
    )
  )
end;
comment on function scraper_meant(text, uuid) is 'The id of the scraper with this id or name. Default: the given scraper.';
