-- Lets reveal-service return the public fields of a contact in the answer to a reveal, so that a spend
-- does not depend on search-service.

grant select (job_title, is_executive, is_decision_maker) on directory.contacts to prospect_reveal;
