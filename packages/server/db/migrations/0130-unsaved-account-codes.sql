-- The session that was shown an account code of which nobody has said yet that it is saved, by its hash. Null once the code
-- has been used or confirmed, and for the accounts that there are: nothing is known of theirs.
alter table users add unsaved_code_session bytea;
