-- A withdrawal by Lightning is a withdrawal of the chain bitcoin whose address is a BOLT11 invoice and which has its payment hash. No payout
-- has it: the node pays it, and the payment's ID is the withdrawal's name. Its fee is the most that routing may cost.
alter table withdrawals
  add column payment_hash text check (payment_hash ~ '^[0-9a-f]{64}$'),
  add constraint withdrawals_lightning check (payment_hash is null or chain = 'bitcoin' and token_code = 'BTC'
    and user_id is not null and payout_id is null and state <> 'signed');
alter table withdrawals drop constraint withdrawals_check2;
alter table withdrawals add constraint withdrawals_paid
  check ((state in ('signed', 'sent', 'confirmed')) <= (payout_id is not null or payment_hash is not null));
-- An invoice is paid for one withdrawal, and again only when nothing was paid for the first one.
create unique index withdrawals_payment_hash on withdrawals (payment_hash) where state not in ('cancelled', 'failed');
create index withdrawals_lightning_open on withdrawals (id)
  where payment_hash is not null and state in ('requested', 'approved', 'sent');

-- Invoices that a request wants to pay, for the process with the node to read. Deleted by the request, or after a minute.
create table lightning_invoice_checks (
  id bigint primary key generated always as identity,
  invoice text not null,
  created_at timestamptz not null,
  -- What the invoice says; the JSON null when it is not a BOLT11 invoice.
  answer jsonb
);

-- With the transaction or the payment hash. A payment by Lightning takes what routing cost, and not the most that it may cost.
create or replace view shared_withdrawals as
select withdrawals.id, user_id, hold_id, case when withdrawals.payment_hash is null then address else 'Lightning' end as address,
  asset, case when payment.state = 'settled' then withdrawals.amount - withdrawals.fee + (fee_msat + 999) / 1000
    else withdrawals.amount end as amount,
  withdrawals.state, not_before, withdrawals.created_at, coalesce(transaction_id, withdrawals.payment_hash) as transaction_id
from withdrawals left join payouts on payouts.id = payout_id
left join lightning_payments payment on withdrawals.payment_hash is not null and payment_id = name::text;
