-- Identifies a sole trader by number, never by name. One person may run several firms under one number,
-- so the natural key ends in the organization's id, which makes it unique. It used to end in the name.

update directory.organizations
set natural_key = split_part(natural_key, '|', 1) || '|' || id
where natural_key like 'SE#%';

comment on column directory.organizations.natural_key is
  'Country and number. Of a Swedish sole trader, SE#, the keyed hash of the number, | and the id.';
