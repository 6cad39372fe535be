-- The position of a component among its siblings, as its spec or a lookup states it.
alter table components add column display_order integer;
comment on column components.display_order is 'Components with lower numbers come first among those that are otherwise equal; null comes last.';
