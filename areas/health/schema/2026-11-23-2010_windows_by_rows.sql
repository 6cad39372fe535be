-- Who sees some checks only sees when those are in maintenance; windows that go by labels are seen by whoever sees any.
comment on table maintenance_windows is 'When runs of checks are recorded and nobody is woken. @exposed @resource canaries @feature health @follows check_id canary_id';
