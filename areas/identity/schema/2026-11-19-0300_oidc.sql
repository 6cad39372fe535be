-- Accounts at other identity providers that people sign in with.

create table oidc_links (
  provider   text not null,
  subject    text not null,
  person_id  uuid not null references people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create unique index oidc_links_person on oidc_links (person_id, provider);

comment on table oidc_links is 'Which account of another identity provider is whose. Nothing that the provider issues is kept.';
comment on column oidc_links.provider is 'The id that the operator gave it (OIDC_PROVIDERS).';
comment on column oidc_links.subject is 'The id of the account there; never the e-mail, which can be given to somebody else.';

alter table identity_flows add column departure text;

comment on column identity_flows.departure is 'What was agreed on with the provider that the browser has left for, sealed; gone once it came back. @secret @sealed';
comment on column identity_flows.return_to is 'Path, query and fragment on our own site, or an address on a site that the operator named.';
