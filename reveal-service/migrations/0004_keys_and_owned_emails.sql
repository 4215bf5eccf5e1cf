-- An attempt records which key asked, so that an account can see who revealed what and what each key
-- spent. Attempts of before, and of an older gateway, have none. Rewrites nothing.
alter table reveal.attempts add column key_id uuid;

-- An account may also take addresses back.
grant delete on reveal.owned_emails to prospect_reveal;
