-- A partner's report reads the orders that a partner has a share of.
create index publication_orders_partner on publication_orders (partner_id) where partner_id is not null;
