-- Messages about checks that depend on a failing check are held by notifications; the check itself holds only alerts during
-- maintenance.

comment on column checks.alert_held_since is 'Time when its alert was held back because it was in maintenance.';
