-- What operators gave away, or took, without another operator: all kinds of it, since the approval limit holds for their sum.
create view given_alone as
select made_by as operator_id, asset, abs(amount) as amount, made_at as given_at
from adjustments where state = 'done' and decided_by is null
union all
select given_by, asset, coalesce(worth, amount), given_at
from deposits where given_by is not null and given_approved_by is null and user_id is not null
union all
select created_by, asset, amount, redemption.created_at
from coupon_redemptions redemption join coupons on coupons.id = coupon_id
where not is_approved and amount is not null;
create index adjustments_made on adjustments (made_by, made_at);
