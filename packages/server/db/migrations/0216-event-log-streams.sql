-- Which streams the event log is in, when EVENT_LOG_URL has it on NATS servers. They carry the same id: others would be
-- counted from the wrong place, or never.
create table event_log_streams (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Nothing is appended to them before that moment: what came earlier may be settled.
  since timestamptz not null,
  -- All of them have been made once. One that is not there then is lost, and is not made again as if nothing had been.
  are_made boolean not null default false
);
