-- How many changes each config item had lately. Counted anew for every row of a list, they made lists slow; here each
-- statement that writes changes adds what it wrote, and a job takes away what has grown too old.

create table config_change_tallies (
  config_id uuid primary key references config_items on delete cascade,
  last_3d   integer not null default 0,
  last_7d   integer not null default 0,
  last_30d  integer not null default 0
)
-- Counts change with every change: with room in the page and no index on them, no index is touched.
with (fillfactor = 70);

comment on table config_change_tallies is 'How many changes each config item had lately, to the minute; no row when there was none. Kept by trigger and by age_config_change_tallies. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_change_tallies.last_3d is 'Changes in the last three days.';

create table config_change_clock (
  is_only    boolean primary key default true check (is_only),
  aged_until timestamptz not null
);
insert into config_change_clock (aged_until) values (now());

comment on table config_change_clock is 'The moment that the days of config_change_tallies are counted back from.';

insert into config_change_tallies (config_id, last_3d, last_7d, last_30d)
select ch.config_id,
       count(*) filter (where ch.created_at > k.aged_until - interval '3 days'),
       count(*) filter (where ch.created_at > k.aged_until - interval '7 days'),
       count(*)
from   config_changes ch
cross  join config_change_clock k
where  ch.created_at > k.aged_until - interval '30 days'
group  by ch.config_id;

-- Searches look into the namespace, too.
create index config_items_namespace on config_items using gin ((tags ->> 'namespace') gin_trgm_ops);

-- Lists filter by health whether they show deleted items or not.
drop index config_items_health;
create index config_items_health on config_items (health);
create index config_items_updated_at on config_items (updated_at desc);
