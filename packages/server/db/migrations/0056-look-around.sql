-- As whom a stranger looks around in a demonstration. Null in every session of an account's owner.
alter table sessions
  add column look_around text check (look_around in ('advertiser', 'publisher', 'operator'));

-- Strangers do not count as the owner of the account.
create or replace view shared_users as
select id, email, username, roles, locale, operator_asked_by, created_at,
  (select contact from premium_periods where user_id = users.id and until is null) as premium_contact,
  (select max(last_seen_at) from sessions where user_id = users.id and look_around is null) as last_seen_at,
  (select count(*) from sessions where user_id = users.id and look_around is null) as sessions_count,
  case when operator_asked_by is not null then coalesce(operator_asked_roles, '{admin}') else '{}' end as operator_asked_roles
from users;
