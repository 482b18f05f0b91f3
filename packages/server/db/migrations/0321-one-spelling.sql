-- A bech32 address in capital letters is the same address. Where both were kept, what the small letters say counts.
update automatic_payouts set address = lower(address) where address ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';
delete from payout_addresses capital using payout_addresses small
where capital.address ~ '^(BC|TB|BCRT)1[0-9A-Z]+$' and small.address = lower(capital.address)
  and small.user_id = capital.user_id and small.token_code = capital.token_code;
update payout_addresses set address = lower(address) where address ~ '^(BC|TB|BCRT)1[0-9A-Z]+$';
