-- Letters to the operators from people without an account, left in the chat widget on any page.

create table chat_letters (
  id integer generated always as identity primary key,
  -- Made by the browser that sends the letter, so that one that is sent again is kept once.
  letter_id uuid not null unique,
  -- Whatever its writer typed: nobody has proved it.
  email text not null check (length(email) between 3 and 254),
  text text not null check (length(text) between 1 and 2000),
  -- The origin alone, as paths and queries can name people; null where the browser did not say.
  page_origin text check (length(page_origin) <= 300),
  created_at timestamptz not null,
  answered_at timestamptz
);
create index chat_letters_waiting on chat_letters (id) where answered_at is null;
create index chat_letters_age on chat_letters (created_at);
create index chat_letters_email on chat_letters (email);
