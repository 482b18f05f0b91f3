-- Operators prove who they are by a passkey: which of the proofs of a session were one.
alter table sessions add column stepped_up_by_passkey boolean not null default false;
