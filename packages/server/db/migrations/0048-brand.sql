-- How the network calls itself, its accent color and its support address, since when. The newest row counts; before the first row, the
-- network has the name and the colors of the program.
create table brand_changes (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 40),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  support_address text check (char_length(support_address) <= 254),
  changed_by integer not null references users,
  changed_at timestamptz not null
);
create trigger append_only before update or delete on brand_changes for each row execute function refuse_change();
create trigger no_truncate before truncate on brand_changes execute function refuse_change();
