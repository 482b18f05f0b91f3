-- Which offers an operator has made hot, whatever the account is: what Premium gives goes with it, and this stays.
alter table publication_offers add column is_hot_by_hand boolean not null default false;
update publication_offers set is_hot_by_hand = true
where promotion_level > 0
  and not exists (select from premium_periods where premium_periods.user_id = publication_offers.user_id and until is null);
