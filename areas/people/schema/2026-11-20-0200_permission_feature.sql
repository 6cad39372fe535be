-- What permissions say holds on while their page is switched off; only nobody changes them then.
comment on table permissions is 'Rules that allow or deny somebody an action on something, beyond the roles. Deny wins. @exposed @audited @resource permissions @feature settings.permissions';
