create view playbook_names with (security_invoker = true) as
select id,
       coalesce(nullif(title, ''), spec ->> 'title', name) as title,
       name,
       namespace,
       coalesce(description, spec ->> 'description') as description,
       coalesce(nullif(category, ''), spec ->> 'category', '') as category,
       coalesce(icon, spec ->> 'icon') as icon
from   playbooks
where  deleted_at is null;

comment on view playbook_names is 'Playbooks to choose from. @exposed @resource database @feature playbooks @notnull id title name namespace category';
