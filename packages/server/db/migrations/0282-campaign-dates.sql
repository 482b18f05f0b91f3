-- From when and until when a campaign may be shown; null is no such limit. The end itself is no longer a part of it.
alter table campaigns
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add check (ends_at > starts_at);
