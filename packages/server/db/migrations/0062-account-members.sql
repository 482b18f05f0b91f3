-- Who may see an account, by invitation. A row is never deleted: it ends when the owner or the member ends it, or when the
-- account of either is deleted.
create table account_members (
  id integer generated always as identity primary key,
  -- The account that can be seen.
  user_id integer not null references users (id),
  -- The invited account. Null if no account has the email address or the name that was entered.
  member_id integer references users (id),
  -- What the owner entered: an email address or the name of an account.
  name text not null check (length(name) between 1 and 254),
  role text not null constraint account_members_role check (role in ('viewer')),
  invited_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  -- Who ended it: the owner, the member, or an account that was deleted.
  ended_by integer references users (id),
  check (member_id <> user_id),
  check (accepted_at is null or member_id is not null),
  check ((ended_at is null) = (ended_by is null))
);
create unique index account_members_name on account_members (user_id, lower(name)) where ended_at is null;
create unique index account_members_accepted on account_members (user_id, member_id)
  where accepted_at is not null and ended_at is null;
create index account_members_user on account_members (user_id, id);
create index account_members_member on account_members (member_id, id);

-- For the history of an account, as operators see it.
create view shared_members as
  select id, user_id, member_id, name, role, invited_at, accepted_at, ended_at, ended_by from account_members;

-- The membership by which the session sees another account. The session itself stays the member's.
alter table sessions
  add column viewing_membership_id integer references account_members (id),
  add check (viewing_membership_id is null or (viewing_user_id is null and look_around is null));
