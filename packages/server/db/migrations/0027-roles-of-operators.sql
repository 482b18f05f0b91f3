-- The roles that one operator asked to give to an account and another has to confirm. Null in a request from before there were
-- several: it was for the role admin.
alter table users add column operator_asked_roles text[];

create or replace view shared_users as
select id, email, username, roles, locale, operator_asked_by, created_at,
  (select contact from premium_periods where user_id = users.id and until is null) as premium_contact,
  (select max(last_seen_at) from sessions where user_id = users.id) as last_seen_at,
  (select count(*) from sessions where user_id = users.id) as sessions_count,
  case when operator_asked_by is not null then coalesce(operator_asked_roles, '{admin}') else '{}' end as operator_asked_roles
from users;
