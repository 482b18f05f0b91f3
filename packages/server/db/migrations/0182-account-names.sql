-- What other domains may know of an account in a statement of their own: how it is called, and whether it is still there.
create view account_names as
  select id, coalesce(username, email) as name, deleted_at is not null as is_deleted from users;
