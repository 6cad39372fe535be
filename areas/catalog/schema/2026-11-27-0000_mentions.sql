-- A run that reports only changes or insights of an item has seen that the item exists. Kept apart from seen_at, because a mention
-- says nothing about the document: the item may still be found under another name in the same run.
alter table config_sightings add column mentioned_at timestamptz;
comment on column config_sightings.mentioned_at is 'When a run last reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted.';
