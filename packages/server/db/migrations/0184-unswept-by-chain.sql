-- Any chain whose tokens are swept, not one of them by its name.
drop index deposits_unswept;
create index deposits_unswept on deposits (chain, address_id, token_code) where not is_swept;
