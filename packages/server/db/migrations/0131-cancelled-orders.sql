-- An order that its advertiser called back before the publisher accepted it. All of its price is free again.
alter table publication_orders
  drop constraint publication_orders_state_check,
  add constraint publication_orders_state_check check (state in
    ('placed', 'accepted', 'declined', 'cancelled', 'published', 'confirmed', 'disputed', 'completed', 'refunded')),
  add constraint publication_orders_cancelled_check
    check (state <> 'cancelled' or (released = 0 and refunded = amount and confirmed_at is null));
