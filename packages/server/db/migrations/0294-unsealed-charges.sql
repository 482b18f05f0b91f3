-- The first settlement period of which a charge is not in the public log; null when all are, or there is no log. Earnings wait
-- for it. An entry's number is drawn before its settlement is committed, so that lower ones may still come.
create view unsealed_charges as
select min(window_start) as window_start, min(window_end) as window_end
from settlements charge, public_log_head
where window_start >= charges_since
  and entry > coalesce((select max(entry) from public_log_charges), 0) - 100000
  and not exists (select from public_log_charges sealed where sealed.entry = charge.entry);
