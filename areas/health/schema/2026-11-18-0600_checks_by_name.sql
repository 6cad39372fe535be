-- Lists of checks are sorted by name whether they show deleted ones or not.
drop index checks_by_name;
create index checks_by_name on checks (name);
