-- Whom the statements of an account name as its owner: a name, the lines of an address and a VAT number, each optional.
alter table users add column billing_details jsonb check (jsonb_typeof(billing_details) = 'object');
