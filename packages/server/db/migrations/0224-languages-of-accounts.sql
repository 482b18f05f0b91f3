-- Mails and notifications are in the language of the account. Null: nobody has chosen one. So far nobody could: there was
-- English only, and every account had it by default.

alter table users
  alter column locale drop default,
  alter column locale drop not null;
update users set locale = null;
alter table users add constraint users_locale
  check (locale in ('en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'));

-- The language in which an account was asked for, until its address has proved itself.
alter table access_code_requests add column locale text;
alter table confirmations add column locale text;

-- What is around the words, such as the link to unsubscribe, is written when they are sent: in their language.
alter table mails add column language text not null default 'en';
alter table telegram_messages add column language text not null default 'en';
