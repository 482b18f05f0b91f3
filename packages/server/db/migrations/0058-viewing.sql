-- The account that an operator sees read-only in this session, and until when. The session itself stays the operator's.
alter table sessions
  add column viewing_user_id integer references users (id),
  add column viewing_until timestamptz,
  add check ((viewing_user_id is null) = (viewing_until is null)),
  add check (viewing_user_id is null or look_around is null);
