-- Notifications: written in the transaction of the event that they report; mail and Telegram go out by jobs.

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null,
  -- Names the event, so that nobody is told of it twice.
  event text not null,
  -- What its words are made of.
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;

-- Only what somebody has chosen; what is not here is as the product proposes it.
create table notification_preferences (
  user_id integer not null references users,
  kind text not null,
  channel text not null check (channel in ('mail', 'telegram')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

-- Whose count of unread notifications has changed, for the open streams of every process. Many at once are everybody.
create function notify_unread() returns trigger language plpgsql as $$
declare
  people integer[];
begin
  select array_agg(distinct user_id) into people from changed;
  if cardinality(people) > 20 then
    perform pg_notify('notifications', '*');
  elsif cardinality(people) > 0 then
    perform pg_notify('notifications', person::text) from unnest(people) as person;
  end if;
  return null;
end $$;
create trigger unread_more after insert on notifications
  referencing new table as changed for each statement execute function notify_unread();
create trigger unread_less after update on notifications
  referencing new table as changed for each statement execute function notify_unread();

-- How far sending has come, in the table itself: a job only wakes the sender, and one that is lost is planned anew.
alter table mails
  -- Of a notification: where its link leads, and what of whom the link to end such mail is for.
  add column path text,
  add column user_id integer references users,
  add column kind text,
  -- Not before this moment.
  add column due_at timestamptz not null default '-infinity',
  -- An attempt began; null again once it is known to have failed. What became of one that a crash cut short nobody knows.
  add column begun_at timestamptz,
  -- Sent a second time after such an attempt, and marked so.
  add column is_repeated boolean not null default false,
  add column failures integer not null default 0,
  add column given_up_at timestamptz;
create index mails_waiting on mails (due_at) where sent_at is null and given_up_at is null;

create table telegram_messages (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  chat_id text not null,
  text text not null,
  path text,
  created_at timestamptz not null,
  sent_at timestamptz,
  due_at timestamptz not null default '-infinity',
  begun_at timestamptz,
  is_repeated boolean not null default false,
  failures integer not null default 0,
  given_up_at timestamptz
);
create index telegram_messages_waiting on telegram_messages (due_at) where sent_at is null and given_up_at is null;

create table telegram_links (
  user_id integer primary key references users,
  -- SHA-256 of the token in the link that opens the bot; gone with its first use.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  token_expires_at timestamptz,
  chat_id text unique,
  linked_at timestamptz,
  check ((chat_id is null) = (linked_at is null)),
  check ((token_hash is null) = (token_expires_at is null))
);
