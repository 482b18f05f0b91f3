-- Charges that are not in the public log, which it seals next and earnings wait for; none where there is no log. An entry's number
-- is drawn before its settlement is committed, so that lower ones than the last that was sealed may still come.
create view unsealed_charges as
select entry, window_start, window_end
from settlements charge, public_log_head
where window_start >= charges_since
  and entry > coalesce((select max(entry) from public_log_charges), 0) - 100000
  and not exists (select from public_log_charges sealed where sealed.entry = charge.entry);
