-- The gateway is ready when the accounts that it reads are migrated.
grant select on accounts.migrations to prospect_gateway;
