-- The service is ready when its schema is migrated.
grant select on reveal.migrations to prospect_reveal;
