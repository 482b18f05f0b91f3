-- What the coupons of one operator alone give in a day ends at the approval limit, as everything else that one operator
-- gives. Coupons from before go on without an end.
alter table coupons
  add column is_approved boolean not null default true,
  add column approved_by integer references users check (approved_by <> created_by),
  add check (is_approved or approved_by is null);
alter table coupons alter column is_approved set default false;
create index coupons_of_one on coupons (created_by) where not is_approved;
create index coupon_redemptions_by_coupon_and_time on coupon_redemptions (coupon_id, created_at);
