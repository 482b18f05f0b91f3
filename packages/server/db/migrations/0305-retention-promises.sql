-- For how many days the network promises to keep what was reported: everyone is shown it in the public log, and it is kept for what
-- was reported while the promise was in force.
alter table public_log_notices
  add column retention_days integer check (retention_days > 0),
  add column made_at timestamptz,
  drop constraint public_log_notices_kind_check,
  add constraint public_log_notices_kind_check check (kind in ('fee', 'exclusion', 'receipt_key', 'retention')),
  add check ((kind = 'retention') = (retention_days is not null and made_at is not null));

-- Each promise and when the next one replaced it; null for the one in force.
create view retention_promises as
select retention_days, made_at, lead(made_at) over (order by id) as replaced_at
from public_log_notices where kind = 'retention';
