-- Pictures in the live chat.

create table chat_pictures (
  id integer generated always as identity primary key,
  -- The account that the conversation is with, whoever uploaded.
  user_id integer not null references users,
  -- The operator who uploaded, null where the account did.
  operator_id integer references users,
  -- Null until it is sent: only who uploaded sees it, and it goes after a day.
  message_id integer unique references chat_messages,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  created_at timestamptz not null
);
create index chat_pictures_user on chat_pictures (user_id);
create index chat_pictures_unsent on chat_pictures (created_at) where message_id is null;

alter table chat_messages
  add column has_picture boolean not null default false,
  drop constraint chat_messages_text_check,
  -- A picture needs no words.
  add constraint chat_messages_text_check check (length(text) <= 2000 and (text <> '' or has_picture));
