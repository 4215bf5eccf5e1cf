-- The services that read the directory are ready when it is migrated.
grant select on directory.migrations to prospect_search, prospect_reveal;
