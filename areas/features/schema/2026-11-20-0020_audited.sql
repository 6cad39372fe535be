-- What a property said before and after is kept in the audit log: it may switch whole parts off.

comment on table properties is 'Settings of the whole system by name, feature flags among them. They win over the file and the environment. @exposed @audited @resource feature_flags';
