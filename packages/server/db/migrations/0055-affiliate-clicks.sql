-- How often pages were opened through a partner's links. Nothing about the visitors is stored.
create table affiliate_click_days (
  user_id integer not null references users,
  day date not null,
  clicks bigint not null check (clicks > 0),
  primary key (user_id, day)
);
create index affiliate_click_days_day on affiliate_click_days (day);
create index users_partner on users (partner_id, created_at) where partner_id is not null;
