-- Live chat: one conversation for each account, with the operators together.

create table chat_conversations (
  user_id integer primary key references users,
  last_message_id integer not null,
  last_user_message_id integer not null default 0,
  -- Up to which message each side has read.
  user_read_id integer not null default 0,
  operator_read_id integer not null default 0,
  -- Set by the one mail of an absence; null again when the account comes back.
  away_mailed_at timestamptz
);
create index chat_conversations_newest on chat_conversations (last_message_id desc);
create index chat_conversations_unread on chat_conversations (last_message_id desc)
  where last_user_message_id > operator_read_id;

create table chat_messages (
  id integer generated always as identity primary key,
  -- The account that the conversation is with, whoever wrote.
  user_id integer not null references chat_conversations deferrable initially deferred,
  author text not null check (author in ('user', 'operator')),
  operator_id integer references users,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  check ((author = 'operator') = (operator_id is not null))
);
create index chat_messages_conversation on chat_messages (user_id, id);

-- Streams that are open somewhere, in whatever process; one that was not seen for a while died with its process.
create table chat_streams (
  id text primary key,
  user_id integer not null references users,
  side text not null check (side in ('user', 'operator')),
  seen_at timestamptz not null
);
create index chat_streams_user on chat_streams (user_id);
