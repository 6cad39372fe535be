-- Credentials of a spec are taken out of it and sealed beside it.

alter table canaries add column spec_secrets text;
alter table checks add column spec_secrets text;
alter table checks add column canary_secrets text;
call keep_row_rules('canaries', '{spec,spec_secrets}', revivable => true);
call keep_row_rules('checks', '{type,name,namespace,description,icon,spec,spec_secrets,canary_secrets,labels,owner,severity,category,silenced_at}', revivable => true);

comment on column canaries.spec is 'The checks by kind, and when they run; *** in place of each credential. @type Json';
comment on column canaries.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column checks.spec is 'The check as its canary writes it; *** in place of each credential. @type Json';
comment on column checks.spec_secrets is 'The credentials of the spec, of a check that no canary writes. @secret @sealed';
comment on column checks.canary_secrets is 'A digest of the sealed credentials of the canary that the check runs with: it changes when they do. @secret';

-- kubectl keeps the whole manifest in it, credentials included.
update canaries set annotations = annotations - 'kubectl.kubernetes.io/last-applied-configuration'
where  annotations ? 'kubectl.kubernetes.io/last-applied-configuration';
