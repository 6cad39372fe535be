-- Readers and the clean-up tell what is new and what is old by snapshots, so the time of a row is for people only.

drop index changes_by_age;

comment on table changes is 'What changed lately, for live screens. Kept 15 minutes or somewhat longer; written by triggers on every exposed or watched table.';
comment on column changes.xid is 'The transaction that wrote the row. What a snapshot sees and an earlier one did not is what has happened in between.';
