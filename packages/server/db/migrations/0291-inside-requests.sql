-- How many requests for ads the processes with that TRUSTED_PROXIES had in a minute, and how many of them came from an address inside
-- the operator's own network. Of the last of these: how many entries X-Forwarded-For had, and the TRUSTED_PROXIES that would find a visitor.
create table inside_requests (
  minute timestamptz not null,
  trusted_proxies smallint not null,
  asked bigint not null check (asked > 0),
  inside bigint not null check (inside between 0 and asked),
  entries smallint,
  fitting smallint,
  primary key (minute, trusted_proxies)
);
