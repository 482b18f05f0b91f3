-- With what an account was signed in to, such as `Firefox on Linux`: it is told of a new one.
alter table users add column known_browsers text[] not null default '{}';
