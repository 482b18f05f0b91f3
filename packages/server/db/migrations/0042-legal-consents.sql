-- Which versions of the terms and the privacy policy an account has agreed to, and when. Rows are only ever added.
create table legal_consents (
  user_id integer not null references users,
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null,
  consented_at timestamptz not null,
  primary key (user_id, kind, version),
  foreign key (kind, version) references legal_pages
);
create trigger append_only before update or delete on legal_consents for each row execute function refuse_change();
create trigger no_truncate before truncate on legal_consents execute function refuse_change();

-- The versions that the sign-up form showed, until the email address has proved itself and the account exists. Null: none was shown.
alter table access_code_requests add column terms_version integer, add column privacy_version integer;
alter table confirmations add column terms_version integer, add column privacy_version integer;
