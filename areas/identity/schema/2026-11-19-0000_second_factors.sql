-- More ways to prove who one is: codes of an authenticator app, and recovery codes.

alter table credentials drop constraint credentials_type_check;
alter table credentials add constraint credentials_type_check check (type in ('password', 'totp', 'lookup_secret'));
alter table credentials add column used_step integer;

drop index credentials_one_password;
create unique index credentials_one_of_each on credentials (person_id, type);

comment on column credentials.type is '@enum password totp lookup_secret';
comment on column credentials.proof is 'What the method checks against: for a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. @secret @sealed person_id type';
comment on column credentials.used_step is 'Of an authenticator app: the half minute whose code was used last, counted from 1970; no code works twice.';

alter table identity_flows add column pending text;

comment on column identity_flows.pending is 'What a method keeps from one submit to the next, sealed: the secret of an authenticator app that is not confirmed yet. @secret @sealed';
