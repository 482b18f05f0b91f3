-- The network's own logo, kept by its content. It is encoded for every use when it is uploaded, and no row is ever changed or
-- deleted, because pages and emails that people have already received name its files.
create table brand_logos (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null check (width between 1 and 640),
  height integer not null check (height between 1 and 160),
  created_at timestamptz not null
);
create table brand_logo_files (
  hash text not null references brand_logos,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  primary key (hash, name)
);
create trigger append_only before update or delete on brand_logos for each row execute function refuse_change();
create trigger no_truncate before truncate on brand_logos execute function refuse_change();
create trigger append_only before update or delete on brand_logo_files for each row execute function refuse_change();
create trigger no_truncate before truncate on brand_logo_files execute function refuse_change();

alter table brand_changes add column logo text references brand_logos;
