-- What a publisher wants of all of its ad units. `blocked_domains` are those of advertisers whose ads it does not show, with all
-- that is below them: host names in lower case, without `www.`.
create table publisher_rules (
  user_id integer primary key references users,
  blocked_domains text[] not null check (cardinality(blocked_domains) <= 200)
);
create trigger inventory after insert or update or delete on publisher_rules
  for each row execute function notify_inventory('publisher', 'user_id');
