-- Invitations are taken up by a link.

alter table invites add column token_digest bytea;
alter table invites add column expires_at timestamptz;
create unique index invites_token_digest on invites (token_digest);

comment on column invites.token_digest is 'SHA-256 of the token in the link; null when none was made. @secret';
comment on column invites.expires_at is 'When the link is over.';
