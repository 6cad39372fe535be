-- What these tables decide is who may do what: the audit log keeps what they said before and after.

comment on table people is 'Humans, and agents, tokens and the system where they act under a name of their own. @exposed @audited @resource database identities';
comment on table person_roles is 'Which roles a person holds. Several roles add up. @exposed @audited @resource rbac';
comment on table teams is 'Groups of people who answer for components and are told together. @exposed @audited @resource database';
comment on table team_members is 'Who belongs to which team. @exposed @audited @resource database';
comment on table permissions is 'Rules that allow or deny somebody an action on something, beyond the roles. Deny wins. @exposed @audited @resource permissions';
comment on table permission_groups is 'Named groups of subjects that rules can be about. @exposed @audited @resource rbac';
