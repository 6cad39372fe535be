-- Every page asks for the incidents in which a person is mentioned; few comments mention anybody.
create index comments_mentioning on comments (incident_id) where comment like '%](user:%';
