-- The service is ready when its schema is migrated.
grant select on credits.migrations to prospect_credits;
