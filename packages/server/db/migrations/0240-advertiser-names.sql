-- Readers of an ad are told who paid for it, by a name that the advertiser sets for this. Null: none was set.
alter table users add column advertiser_name text;

create or replace view account_names as
  select id, coalesce(username, email) as name, deleted_at is not null as is_deleted, advertiser_name from users;
