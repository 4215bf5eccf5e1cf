-- The gateway writes the request log and never reads it: admin-service does. So a gateway that is
-- broken into learns nothing of what other customers asked for.

set local lock_timeout = '2s';
revoke select on edge.request_log from prospect_gateway;
