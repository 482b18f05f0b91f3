-- Orders and payouts wait for the right time too.
alter table wrong_clocks
  drop constraint wrong_clocks_part_check,
  add constraint wrong_clocks_part_check check (part in ('settlement', 'ads', 'orders', 'payouts'));
