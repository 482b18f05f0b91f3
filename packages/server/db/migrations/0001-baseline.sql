-- All tables, views, functions and rows that Mille begins with, by the domain that owns them (../tables.json). Later migrations
-- are numbered from 0002. Like each of them, this file is never changed once it has shipped.

-- ======== shared ==============================================================================================

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- ======== accounts ============================================================================================

-- People and their accounts.
create table users (
  id integer generated always as identity primary key,
  email text unique check (email = lower(email)),
  email_confirmed_at timestamptz,
  username text,
  -- SHA-256 of the account code; the code itself is shown once and never kept.
  account_code_hash bytea unique check (octet_length(account_code_hash) = 32),
  roles text[] not null default '{}',
  -- The language of mails and notifications. Null: nobody has chosen one.
  locale text,
  utm_source text,
  partner_id integer references users,
  created_at timestamptz not null,
  -- With what an account was signed in to, such as `Firefox on Linux`: it is told of a new one.
  known_browsers text[] not null default '{}',
  -- An account whose person asked to be forgotten: what belongs to the books stays, and nobody it belongs to is named.
  deleted_at timestamptz,
  -- The session that was shown an account code of which nobody has said yet that it is saved, by its hash. Null once the code
  -- has been used or confirmed.
  unsaved_code_session bytea,
  -- Since when somebody is an operator.
  operator_since timestamptz,
  -- Where there are several operators one asks for another one, and a second confirms.
  operator_asked_by integer references users check (operator_asked_by <> id),
  operator_asked_at timestamptz,
  -- The last time that somebody took the role away.
  operator_removed_at timestamptz,
  -- Readers of an ad are told who paid for it, by a name that the advertiser sets for this. Null: none was set.
  advertiser_name text,
  -- Eight bytes of a keyed hash of the neighborhood. The key is destroyed once its day is over: nobody can find the address again.
  sign_up_place bytea check (octet_length(sign_up_place) = 8),
  check (email is not null or account_code_hash is not null),
  check (num_nulls(operator_asked_by, operator_asked_at) in (0, 2)),
  constraint users_locale check (locale in ('en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'))
);
create unique index users_username on users (lower(username));
create index users_sign_up_place on users (sign_up_place) where sign_up_place is not null;

create function watch_role() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at) values ('users', new.id, role_state(new), now());
  return null;
end $$;

create trigger watched_new after insert on users for each row when (new.roles <> '{}') execute function watch_role();
create trigger watched after update on users for each row
  when (old.roles is distinct from new.roles or old.operator_since is distinct from new.operator_since) execute function watch_role();

create table sessions (
  -- SHA-256 of the cookie.
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  user_id integer not null references users,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the list of sessions calls it; the cookie's hash never leaves the server.
  id integer generated always as identity unique,
  -- When a fresh code or a passkey last proved that it is the same person.
  stepped_up_at timestamptz,
  -- Operators prove who they are by a passkey: which of the proofs of a session were one.
  stepped_up_by_passkey boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table access_code_requests (
  -- SHA-256 of the cookie that binds the request to the browser that made it.
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  email text not null,
  -- HMAC of the mailed code with a server key; null when nothing was mailed.
  code_hmac bytea,
  username text,
  -- A sign-up may open a new account; asking for a code may not.
  may_create boolean not null,
  utm_source text,
  partner_id integer references users,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The language in which an account was asked for, until its address has proved itself.
  locale text
);
create index access_code_requests_expiry on access_code_requests (expires_at);

-- Signing in on other sites. Codes and tokens are 256 random bits; only their SHA-256 is kept.
create table hand_offs (
  code_hash bytea primary key,
  user_id integer not null references users,
  session_id_hash bytea not null references sessions on delete cascade,
  origin text not null,
  -- SHA-256 of what only the widget that asked knows.
  challenge bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index hand_offs_age on hand_offs (expires_at);
create index hand_offs_user on hand_offs (user_id);
create index hand_offs_session on hand_offs (session_id_hash);

create table widget_sessions (
  token_hash bytea primary key,
  user_id integer not null references users,
  -- The session that agreed: when it ends, so does this.
  session_id_hash bytea not null references sessions on delete cascade,
  origin text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index widget_sessions_age on widget_sessions (expires_at);
create index widget_sessions_user on widget_sessions (user_id);
create index widget_sessions_session on widget_sessions (session_id_hash);

-- The code mailed to a session that has to prove it: one at a time.
create table step_up_codes (
  session_id_hash bytea primary key references sessions on delete cascade,
  code_hmac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- Links in mails that confirm an address: 256 random bits, of which the SHA-256 is kept, for a day.
create table confirmations (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- `new_address`: the account that it opens, or whose address it becomes. `old_address`: agrees that it is given up.
  side text not null check (side in ('sign_up', 'new_address', 'old_address')),
  email text not null check (email = lower(email)),
  username text,
  utm_source text,
  partner_id integer references users,
  -- Of a change: whose.
  user_id integer references users,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  locale text,
  check ((side = 'sign_up') = (user_id is null))
);
create index confirmations_expiry on confirmations (expires_at);

-- A change has one link for each side; a new change takes the place of the last.
create unique index confirmations_change on confirmations (user_id, side) where user_id is not null;

-- Passkeys (WebAuthn Level 3): a way in and a proof. Only public keys are kept.
create table passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  user_id integer not null references users,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is for one purpose, and for one session where there is one; it is gone with its use.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  session_id_hash bytea references sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id_hash is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- When an account was Premium, and who at the network it may turn to. A window is charged by what held at its beginning, so
-- what has ended stays.
create table premium_periods (
  user_id integer not null references users,
  since timestamptz not null,
  until timestamptz check (until >= since),
  contact text not null check (length(contact) between 2 and 100),
  -- Rows are sealed by a number of their own.
  entry bigint generated always as identity unique,
  primary key (user_id, since)
);
create unique index premium_periods_open on premium_periods (user_id) where until is null;

-- What other domains may know of an account in a statement of their own: how it is called, and whether it is still there.
create view account_names as
  select id, coalesce(username, email) as name, deleted_at is not null as is_deleted, advertiser_name from users;

create table sign_up_keys (
  day date primary key,
  key bytea not null check (octet_length(key) = 32)
);

-- ======== http ================================================================================================

create table idempotency_keys (
  user_id integer references users,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  browser_hash bytea,
  -- An answer with something that is shown once, encrypted with the key, of which only the hash is then kept.
  sealed bytea,
  check (num_nonnulls(user_id, browser_hash) = 1)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create unique index idempotency_keys_of_user on idempotency_keys (user_id, key) where user_id is not null;
create unique index idempotency_keys_of_browser on idempotency_keys (browser_hash, key) where browser_hash is not null;

-- Counts of rate limits, shared by all processes; rows expire by their own time.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds; not bigint, which our driver reads as one and the limiter's library does not.
  expire double precision
);
create index rate_limits_expiry on rate_limits (expire);

-- Proofs of work that were shown once: a second time, to any process, they are worth nothing.
create table spent_captchas (
  -- The challenge's signature, which is the same for no two of them.
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_captchas_expiry on spent_captchas (expires_at);

-- ======== mail ================================================================================================

-- Mail is written in the transaction of the event it reports and sent by a job.
create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- How far sending has come, in the table itself: a job only wakes the sender, and one that is lost is planned anew.
  -- Of a notification: where its link leads, and what of whom the link to end such mail is for.
  path text,
  user_id integer references users,
  kind text,
  -- Not before this moment.
  due_at timestamptz not null default '-infinity',
  -- An attempt began; null again once it is known to have failed. What became of one that a crash cut short nobody knows.
  begun_at timestamptz,
  -- Sent a second time after such an attempt, and marked so.
  is_repeated boolean not null default false,
  failures integer not null default 0,
  given_up_at timestamptz,
  -- What is around the words, such as the link to unsubscribe, is written when they are sent: in their language.
  language text not null default 'en'
);
create index mails_waiting on mails (due_at) where sent_at is null and given_up_at is null;

-- ======== ledger ==============================================================================================

-- Double entry. Amounts are integers in units of 1e-8 of the asset. Transfers, entries and the ends of holds are
-- append-only; a mistake is corrected by another transfer.
create table ledger_accounts (
  id integer generated always as identity primary key,
  owner text not null,
  owner_id integer not null,
  asset text not null,
  kind text not null,
  balance bigint not null default 0,
  entries bigint not null default 0,
  -- A transfer spends most of its time in what PostgreSQL does around each statement: reading constraints from their text,
  -- looking at triggers, indexes and foreign keys. So this column and two triggers that no transfer meets say what an account
  -- is called and how far it may fall, and the check that every transfer meets is short.
  least bigint not null default 0,
  unique (owner, owner_id, asset, kind),
  constraint ledger_accounts_balance check (balance >= least)
-- Room on each page: the new version of a busy account stays beside the old one, and no index is touched.
) with (fillfactor = 60);
comment on column ledger_accounts.least is 'The balance never goes below it.';
create trigger no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_accounts execute function refuse_change();

-- Its arguments are what the row is part of and the column that holds that one's id: `campaign 12`. PostgreSQL sends
-- equal notifications of a transaction once.
create function notify_inventory() returns trigger language plpgsql as $$
begin
  perform pg_notify('inventory', tg_argv[0] || ' ' || (to_jsonb(coalesce(new, old)) ->> tg_argv[1]));
  return null;
end $$;

create trigger inventory_funded after insert on ledger_accounts for each row
  when (new.owner = 'campaign' and new.kind = 'available' and new.balance > 0)
  execute function notify_inventory('campaign', 'owner_id');

-- What a campaign may spend is all its money, held or not.
create function notify_funds() returns trigger language plpgsql as $$
begin
  if new.kind in ('available', 'promotion') and old.balance <> new.balance
    or new.kind = 'held' and (old.balance > 0) <> (new.balance > 0)
  then perform pg_notify('inventory', 'campaign ' || new.owner_id);
  end if;
  return null;
end $$;

create trigger inventory after update of balance on ledger_accounts for each row
  when (new.owner = 'campaign') execute function notify_funds();

-- What an account is called and how far it may fall is decided when it is made and never changes.
create function begin_ledger_account() returns trigger language plpgsql as $$
begin
  if is_ledger_account(new.owner, new.owner_id, new.asset, new.kind) is not true then
    raise exception 'There is no account % %, %, %', new.owner, new.owner_id, new.asset, new.kind
      using errcode = 'check_violation', constraint = 'ledger_accounts_name', table = 'ledger_accounts';
  end if;
  new.least := case when may_owe(new.owner, new.kind) then -9223372036854775807 else 0 end;
  return new;
end $$;

create trigger begins before insert on ledger_accounts for each row execute function begin_ledger_account();
create trigger keeps_name after update of id, owner, owner_id, asset, kind, least on ledger_accounts
  for each row execute function refuse_change();

create table ledger_transfers (
  id bigint generated always as identity primary key,
  key text not null unique,
  request_hash bytea not null,
  kind text not null,
  asset text not null,
  amount bigint not null,
  from_account integer not null references ledger_accounts,
  to_account integer not null references ledger_accounts,
  reason text,
  at timestamptz not null,
  -- What a transfer is about, such as an order or a window of a campaign, so that nobody has to read it out of the keys that
  -- another part chose.
  subject_type text,
  subject_id text,
  check (amount > 0 and from_account <> to_account),
  check ((subject_type is null) = (subject_id is null))
);
create index ledger_transfers_subject on ledger_transfers (subject_type, subject_id) where subject_type is not null;
create trigger append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_transfers execute function refuse_change();

create table ledger_entries (
  account integer not null references ledger_accounts,
  sequence bigint not null,
  transfer bigint not null references ledger_transfers,
  amount bigint not null,
  balance bigint not null,
  primary key (account, sequence),
  check (sequence > 0 and amount <> 0)
);
create index ledger_entries_transfer on ledger_entries (transfer);
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_entries execute function refuse_change();

-- Money set aside on the owner's `held` account until it is posted to someone or given back.
create table ledger_holds (
  id bigint generated always as identity primary key,
  key text not null unique,
  request_hash bytea not null,
  from_account integer not null references ledger_accounts,
  held_account integer not null references ledger_accounts,
  amount bigint not null check (amount > 0),
  posted bigint not null default 0 check (posted >= 0),
  state text not null default 'open' check (state in ('open', 'posted', 'voided', 'expired')),
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  check (posted <= amount),
  check ((state = 'open') = (ended_at is null))
);
create index ledger_holds_open on ledger_holds (held_account) where state = 'open';
create trigger no_delete before delete on ledger_holds for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_holds execute function refuse_change();

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'hold % has ended already', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger ends_once before update on ledger_holds for each row execute function refuse_second_end();

-- Two functions for a batch of transfers: its accounts are locked between them.
-- 
-- Makes the accounts that are missing, then locks all in the order of their ids, then looks the keys up: each in a
-- statement of its own, so that each sees what was committed while the one before it waited. Missing accounts come
-- first: whoever waits for another's new account holds no lock yet that the other may want.
create function lock_for_transfers(owners text[], owner_ids integer[], assets text[], kinds text[], keys text[])
returns table (account integer, owner text, owner_id integer, asset text, kind text, balance bigint, entries bigint,
  transfer bigint, key text, amount bigint, request_hash bytea)
language plpgsql as $$
#variable_conflict use_column
begin
  insert into ledger_accounts (owner, owner_id, asset, kind)
  select owner, owner_id, asset, kind
  from unnest(owners, owner_ids, assets, kinds) as wanted (owner, owner_id, asset, kind)
  where not exists (
    select from ledger_accounts known
    where known.owner = wanted.owner and known.owner_id = wanted.owner_id
      and known.asset = wanted.asset and known.kind = wanted.kind)
  order by owner, owner_id, asset, kind
  on conflict do nothing;
  return query
    select id, owner, owner_id, asset, kind, balance, entries, null::bigint, null::text, null::bigint, null::bytea
    from ledger_accounts
    join unnest(owners, owner_ids, assets, kinds) as wanted (owner, owner_id, asset, kind)
      using (owner, owner_id, asset, kind)
    order by id
    for no key update of ledger_accounts;
  return query
    select null::integer, null::text, null::integer, null::text, null::text, null::bigint, null::bigint,
      id, key, amount, request_hash
    from ledger_transfers
    where key = any (keys);
end $$;

-- Which accounts there can be. Through `settling` a settlement pays ad units: all campaigns of a group into it, and one transfer
-- out of it to each unit. It is empty after every transaction.
create function is_ledger_account(owner text, owner_id integer, asset text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner in ('user', 'campaign', 'ad_unit', 'order', 'network') and asset in ('BTC', 'USD')
    and kind in ('available', 'held', 'promotion', 'fee', 'payable', 'rounding', 'outside', 'costs', 'settling')
    and (owner = 'network') = (owner_id = 0) and (kind <> 'settling' or owner = 'network');
end $$;

-- The outside world, what the network gives away and what it pays to miners; everyone else stays at or above zero.
create function may_owe(owner text, kind text) returns boolean
language plpgsql immutable strict as $$
begin
  return owner = 'network' and kind in ('outside', 'promotion', 'costs');
end $$;

-- One transfer in one call: what lock_for_transfers and write_transfers do for a batch, without a way back to the server in
-- between. An account is locked by being changed, and only a request that is refused, which is rare, puts back what it took.
-- Gives the transfer's id or the word for why nothing was written, as one text: a row of several columns is kept aside and
-- read back before it is given.
create function move_money(
  wanted_key text, wanted_hash bytea, wanted_kind text, wanted_asset text, wanted_amount bigint,
  from_owner text, from_owner_id integer, from_kind text, to_owner text, to_owner_id integer, to_kind text,
  wanted_reason text, moment timestamptz, wanted_subject_type text, wanted_subject_id text) returns text
language plpgsql as $$
declare
  most constant bigint := 9223372036854775807;
  transfer_id bigint;
  payer integer;
  payee integer;
  payer_balance bigint;
  payer_entries bigint;
  payee_balance bigint;
  payee_entries bigint;
  known_hash bytea;
  is_paid_for boolean;
  may_fall boolean;
begin
  loop
    select debtor.id, creditor.id into payer, payee from ledger_accounts debtor, ledger_accounts creditor
    where debtor.owner = from_owner and debtor.owner_id = from_owner_id
      and debtor.asset = wanted_asset and debtor.kind = from_kind
      and creditor.owner = to_owner and creditor.owner_id = to_owner_id
      and creditor.asset = wanted_asset and creditor.kind = to_kind;
    exit when found;
    -- Missing accounts come first: whoever waits for another's new account holds no lock yet that the other may want.
    insert into ledger_accounts (owner, owner_id, asset, kind)
    select owner, owner_id, wanted_asset, kind
    from (values (from_owner, from_owner_id, from_kind), (to_owner, to_owner_id, to_kind))
      as missing (owner, owner_id, kind)
    order by owner, owner_id, kind
    on conflict do nothing;
  end loop;
  loop
    payer_balance := null;
    payee_balance := null;
    -- In the order of their ids, as everybody does.
    if payer < payee then
      update ledger_accounts set balance = balance - wanted_amount, entries = entries + 1
      where id = payer and balance >= least + wanted_amount
      returning balance, entries into payer_balance, payer_entries;
    end if;
    if payer > payee or payer_balance is not null then
      update ledger_accounts set balance = balance + wanted_amount, entries = entries + 1
      where id = payee and balance <= most - wanted_amount
      returning balance, entries into payee_balance, payee_entries;
    end if;
    if payer > payee and payee_balance is not null then
      update ledger_accounts set balance = balance - wanted_amount, entries = entries + 1
      where id = payer and balance >= least + wanted_amount
      returning balance, entries into payer_balance, payer_entries;
    end if;
    if payer_balance is not null and payee_balance is not null then
      insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, reason, at,
        subject_type, subject_id)
      values (wanted_key, wanted_hash, wanted_kind, wanted_asset, wanted_amount, payer, payee, wanted_reason, moment,
        wanted_subject_type, wanted_subject_id)
      on conflict (key) do nothing
      returning id into transfer_id;
      if transfer_id is not null then
        insert into ledger_entries (account, sequence, transfer, amount, balance)
        values (payer, payer_entries, transfer_id, -wanted_amount, payer_balance),
          (payee, payee_entries, transfer_id, wanted_amount, payee_balance);
        return transfer_id;
      end if;
    end if;
    update ledger_accounts set entries = entries - 1,
      balance = balance + case id when payer then wanted_amount else -wanted_amount end
    where id = payer and payer_balance is not null or id = payee and payee_balance is not null;
    -- Whoever changes them now is waited for: it may be the same request, or the money for this one.
    perform from ledger_accounts where id in (payer, payee) order by id for no key update;
    -- A repeated request is given its transfer, whatever the accounts have by now.
    select id, request_hash into transfer_id, known_hash from ledger_transfers where key = wanted_key;
    if found then
      return case known_hash when wanted_hash then transfer_id::text else 'idempotency_key_reused' end;
    end if;
    select balance >= wanted_amount, least < 0 into is_paid_for, may_fall from ledger_accounts where id = payer;
    if not is_paid_for and not may_fall then
      return 'insufficient_funds';
    end if;
    if exists (select from ledger_accounts where
      id = payer and balance < least + wanted_amount or id = payee and balance > most - wanted_amount)
    then
      raise exception 'Of the accounts % and % one cannot hold the amount %', payer, payee, wanted_amount;
    end if;
  end loop;
end $$;

-- Writes transfers with their entries, and the balances after them. Two entries belong to each transfer, by its key.
-- Gives no row and writes nothing when a request between other accounts has taken one of the keys meanwhile.
create function write_transfers(
  keys text[], request_hashes bytea[], kinds text[], assets text[], amounts bigint[],
  from_accounts integer[], to_accounts integer[], reasons text[], moments timestamptz[],
  subject_types text[], subject_ids text[],
  entry_keys text[], entry_accounts integer[], entry_sequences bigint[], entry_amounts bigint[], entry_balances bigint[],
  accounts integer[], balances bigint[], entry_counts bigint[])
returns table (id bigint, key text)
language plpgsql as $$
#variable_conflict use_column
declare
  broken text;
begin
  update ledger_accounts set balance = new.balance, entries = new.entries
  from unnest(accounts, balances, entry_counts) as new (id, balance, entries)
  where ledger_accounts.id = new.id;
  return query
    with written as (
      insert into ledger_transfers
        (key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id)
      select key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id
      from unnest(keys, request_hashes, kinds, assets, amounts, from_accounts, to_accounts, reasons, moments,
          subject_types, subject_ids)
        with ordinality
        as new (key, request_hash, kind, asset, amount, from_account, to_account, reason, at, subject_type, subject_id,
          place)
      order by place
      returning id, key
    ), chained as (
      insert into ledger_entries (account, sequence, transfer, amount, balance)
      select account, sequence, written.id, amount, balance
      from unnest(entry_keys, entry_accounts, entry_sequences, entry_amounts, entry_balances)
        as new (key, account, sequence, amount, balance)
      join written using (key)
    )
    select id, key from written;
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'ledger_transfers_key_key' then raise; end if;
end $$;

-- ======== sites ===============================================================================================

create table categories (
  id integer primary key,
  name text not null unique
);

insert into categories (id, name) values
  (1, 'root'), (10, 'bitcoin'), (104, 'premium_crypto'), (105, 'premium_other'), (90, 'blogs'), (91, 'business'),
  (92, 'commerce'), (93, 'community_sites'), (94, 'earning_online'), (95, 'education'), (96, 'entertainment'),
  (98, 'information_technologies'), (101, 'news'), (102, 'nsfw'), (81, 'unknown'), (103, 'online_tools_and_software');

-- What publishers own: sites and ad units, by category.
create table sites (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Host name, with the port where it is not the usual one.
  domain_name text not null,
  origin text not null,
  state text not null default 'unverified' check (state in ('unverified', 'verified', 'rejected')),
  language text not null,
  verification_token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  -- A verified site waits until an operator has looked at it; it earns meanwhile.
  reviewed_at timestamptz,
  reviewed_by integer references users,
  rejected_reason text,
  unique (user_id, domain_name)
);

-- Many may claim a site; one can prove it.
create unique index sites_verified on sites (domain_name) where state = 'verified';
create index sites_review on sites (verified_at, id) where state = 'verified' and reviewed_at is null;
create trigger inventory after insert or update or delete on sites for each row execute function notify_inventory('site', 'id');

create table site_categories (
  site_id integer not null references sites,
  category_id integer not null references categories,
  primary key (site_id, category_id)
);
create trigger inventory after insert or update or delete on site_categories for each row execute function notify_inventory('site', 'site_id');

-- ======== campaigns ===========================================================================================

create table banners (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  file_name text not null,
  size text not null,
  width integer not null,
  height integer not null,
  content_type text not null,
  -- SHA-256 of the encoded picture, in its address.
  hash text not null,
  bytes bytea not null check (octet_length(bytes) <= 700000),
  created_at timestamptz not null,
  -- The same picture in a smaller form, for browsers that read it. Null: there is none, as for animations, and for pictures that
  -- gain too little.
  avif bytea check (octet_length(avif) < octet_length(bytes))
);
create index banners_user on banners (user_id, id desc);

create table campaigns (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  state text not null check (state in ('draft', 'pending', 'active', 'paused', 'out_of_funds', 'rejected', 'archived')),
  currency text not null check (currency in ('btc', 'usd', 'satoshi', 'us_cents')),
  asset text not null check (asset in ('BTC', 'USD')),
  created_at timestamptz not null,
  -- A coupon of the campaign halves the network's fee.
  fee_halved boolean not null default false,
  -- What an advertiser calls a campaign on its own pages. Null: the headline of its creative is shown.
  name text check (length(name) between 1 and 80),
  -- What is added to the link of a campaign's ads for the analytics of its advertiser. Values may have macros; null adds nothing.
  utm_source text check (length(utm_source) between 1 and 100),
  utm_medium text check (length(utm_medium) between 1 and 100),
  utm_campaign text check (length(utm_campaign) between 1 and 100),
  utm_content text check (length(utm_content) between 1 and 100),
  utm_term text check (length(utm_term) between 1 and 100),
  -- From when and until when a campaign may be shown; null is no such limit. The end itself is not a part of it.
  starts_at timestamptz,
  ends_at timestamptz,
  check ((asset = 'BTC') = (currency in ('btc', 'satoshi'))),
  check (ends_at > starts_at)
);
create index campaigns_user on campaigns (user_id, id desc);
create trigger inventory after insert or update or delete on campaigns for each row execute function notify_inventory('campaign', 'id');

-- A creative is never changed: an edit adds one, which waits for moderation while the live one goes on.
create table creatives (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaigns,
  state text not null check (state in ('pending', 'live', 'rejected', 'superseded')),
  language text not null,
  link_text text not null,
  creative_link text not null,
  creative_text text not null,
  rating text check (rating in ('investments', 'gambling', 'nsfw', 'risky')),
  banners_only boolean not null,
  rejected_reason text,
  decided_by integer references users,
  decided_at timestamptz,
  created_at timestamptz not null,
  -- A text creative may have a logo and an illustration. They are kept among the banners, under sizes of their own, so
  -- that they are checked, served and deleted by the same rules.
  advert_logo integer references banners,
  advert_illustration integer references banners,
  -- What pressing an ad does, in the advertiser's own words. Null: "Learn more" in the creative's language.
  creative_action text check (creative_action <> '')
);
create unique index creatives_live on creatives (campaign_id) where state = 'live';
create unique index creatives_pending on creatives (campaign_id) where state = 'pending';
create index creatives_queue on creatives (id) where state = 'pending';
create index creatives_campaign on creatives (campaign_id, id desc);
create index creatives_advert_logo on creatives (advert_logo) where advert_logo is not null;
create index creatives_advert_illustration on creatives (advert_illustration) where advert_illustration is not null;
create trigger inventory after insert or update or delete on creatives for each row execute function notify_inventory('campaign', 'campaign_id');

create table creative_banners (
  creative_id integer not null references creatives,
  banner_id integer not null references banners,
  primary key (creative_id, banner_id)
);
create index creative_banners_banner on creative_banners (banner_id);
create trigger inventory after insert or update or delete on creative_banners for each row execute function notify_inventory('creative', 'creative_id');

-- Where a campaign wants to run, and where not. No allowed target means everywhere.
create table campaign_targets (
  campaign_id integer not null references campaigns,
  type text not null check (type in ('category', 'site', 'ad_unit', 'traffic_pack')),
  target_id integer not null,
  allowed boolean not null,
  primary key (campaign_id, type, target_id)
);
create index campaign_targets_target on campaign_targets (type, target_id);
create trigger inventory after insert or update or delete on campaign_targets for each row execute function notify_inventory('campaign', 'campaign_id');

-- When a campaign was active: a CPD portion is charged pro rata for these seconds.
create table campaign_activity (
  campaign_id integer not null references campaigns,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (campaign_id, started_at),
  check (ended_at >= started_at)
);
create unique index campaign_activity_open on campaign_activity (campaign_id) where ended_at is null;

-- What settlement asks of a campaign: whether it was active in a window, however often it was before.
create index campaign_activity_ended on campaign_activity (campaign_id, ended_at);

-- What an advertiser took out after having seen where the campaign ran. Unlike a blocked target it is taken back with
-- one click and leaves the selection as it was.
create table campaign_exclusions (
  campaign_id integer not null references campaigns,
  type text not null check (type in ('site', 'ad_unit')),
  target_id integer not null,
  created_at timestamptz not null,
  primary key (campaign_id, type, target_id)
);
create trigger inventory after insert or update or delete on campaign_exclusions for each row execute function notify_inventory('campaign', 'campaign_id');

create view campaign_titles as
  select campaigns.id, coalesce(name, (
    select link_text from creatives where creatives.campaign_id = campaigns.id
    order by state = 'live' desc, creatives.id desc limit 1), '') as title
  from campaigns;

-- ======== ad-units ============================================================================================

create table ad_units (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  site_id integer references sites,
  kind text not null check (kind in ('site', 'app', 'affiliate')),
  state text not null default 'active' check (state in ('active', 'archived')),
  name text not null,
  page_url text not null,
  size text not null,
  screen_type text not null,
  ad_type text not null check (ad_type in ('mixed', 'banners', 'text')),
  disallowed_ratings text[] not null,
  impressions integer not null,
  settings jsonb not null,
  created_at timestamptz not null,
  -- What a unit shows when there is no campaign for it: the network's invitation, words and a link of the publisher's own,
  -- or nothing at all, and then it takes no room.
  fallback text not null default 'invitation' check (fallback in ('invitation', 'own', 'collapse')),
  fallback_text text,
  fallback_link text,
  check ((kind = 'site') = (site_id is not null)),
  check ((fallback = 'own') = (fallback_text is not null and fallback_link is not null))
);
create index ad_units_user on ad_units (user_id, id desc);
create index ad_units_site on ad_units (site_id);
create trigger inventory after insert or update or delete on ad_units for each row execute function notify_inventory('unit', 'id');

-- What a publisher refuses to show: an advertiser, a domain with all that is below it, or a single ad; on one ad unit, on all units of
-- a site, or on all of its units. Domains are host names in lower case, without `www.`. An advertiser is the one whose ad the publisher
-- named: the number of that account is not written here, since publishers are not told it.
create table block_rules (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null check (kind in ('advertiser', 'domain', 'creative')),
  domain text check ((kind = 'domain') = (domain is not null)),
  creative_id integer references creatives check ((kind = 'domain') = (creative_id is null)),
  site_id integer references sites,
  unit_id integer references ad_units,
  -- The publisher's own, shown to nobody else.
  note text,
  created_at timestamptz not null,
  check (num_nonnulls(site_id, unit_id) <= 1),
  unique nulls not distinct (user_id, kind, domain, creative_id, site_id, unit_id)
);
create trigger inventory after insert or update or delete on block_rules
  for each row execute function notify_inventory('publisher', 'user_id');

-- ======== window-holds ========================================================================================

-- For which window a campaign's money is held.
create table campaign_holds (
  hold_id bigint primary key references ledger_holds,
  campaign_id integer not null references campaigns,
  window_start timestamptz not null,
  window_end timestamptz not null,
  check (window_end > window_start)
);
create index campaign_holds_campaign on campaign_holds (campaign_id, window_start);
create trigger append_only before update or delete on campaign_holds for each row execute function refuse_change();
create trigger no_truncate before truncate on campaign_holds execute function refuse_change();

-- How a campaign is charged, from which moment on. A change is a new row, and the last one that counts already is in force:
-- a window is charged by the terms that were in force while it ran, however late it is settled.
create table campaign_terms (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaigns,
  valid_from timestamptz not null,
  -- Changes only while nothing is or was on the campaign.
  asset text not null check (asset in ('BTC', 'USD')),
  traffic_type text not null check (traffic_type in ('cpd', 'cpm')),
  daily_budget bigint not null check (daily_budget > 0),
  max_cpm bigint check (max_cpm > 0),
  total_budget bigint check (total_budget > 0),
  changed_at timestamptz not null,
  check (traffic_type <> 'cpm' or max_cpm is not null)
);
create index campaign_terms_campaign on campaign_terms (campaign_id, id);
create index campaign_terms_moment on campaign_terms (valid_from);
create trigger append_only before update or delete on campaign_terms for each row execute function refuse_change();
create trigger no_truncate before truncate on campaign_terms execute function refuse_change();
create trigger inventory after insert on campaign_terms for each row
  execute function notify_inventory('campaign', 'campaign_id');

create function log_terms_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, campaign_id, moment) values ('cut', new.campaign_id, new.valid_from);
  return null;
end $$;

create trigger counters after insert on campaign_terms for each row execute function log_terms_rule();

-- ======== traffic-selection ===================================================================================

-- Named lists of targets.
create table traffic_packs (
  id integer generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null
);

create table traffic_pack_targets (
  traffic_pack_id integer not null references traffic_packs,
  type text not null check (type in ('category', 'site', 'ad_unit')),
  target_id integer not null,
  allowed boolean not null,
  primary key (traffic_pack_id, type, target_id)
);
create trigger inventory after insert or update or delete on traffic_pack_targets for each row execute function notify_inventory('traffic_pack', 'traffic_pack_id');

-- ======== delivery ============================================================================================

create table delivery_counters (
  bucket timestamptz not null,
  -- 0 where a forged token names no unit.
  unit_id integer not null,
  campaign_id integer not null,
  -- 0 for the text creative.
  banner_id integer not null,
  -- served, rendered, viewable, billable, clicked, or rejected_<reason>.
  kind text not null,
  count bigint not null check (count > 0),
  primary key (bucket, unit_id, campaign_id, banner_id, kind)
);
create index delivery_counters_campaign on delivery_counters (campaign_id, bucket);
create index delivery_counters_unit on delivery_counters (unit_id, bucket);

create table visitor_keys (
  day date primary key,
  key bytea not null check (octet_length(key) = 32)
);

-- Events of decisions before this day have been dropped; their counters stay, and can no longer be rebuilt.
create table event_retention (
  one boolean primary key default true check (one),
  kept_from date not null
);

-- The minutes in which at least one node could choose ads and count them. A CPD campaign is charged for no other.
create table delivery_heartbeats (
  minute timestamptz primary key
);

-- What an operator takes out of the network for its traffic, until they let it in again.
create table excluded_units (
  unit_id integer primary key references ad_units,
  excluded_by integer not null references users,
  excluded_at timestamptz not null
);
create trigger inventory after insert or update or delete on excluded_units for each row execute function notify_inventory('unit', 'unit_id');

create function log_unit_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, unit_id, is_excluded)
  values ('unit', coalesce(new.unit_id, old.unit_id), tg_op = 'INSERT');
  return null;
end $$;

create trigger counters after insert or delete on excluded_units for each row execute function log_unit_rule();

create function notice_exclusion() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, unit_id, is_excluded)
  values ('exclusion', coalesce(new.unit_id, old.unit_id), tg_op = 'INSERT');
  return null;
end $$;

create trigger public_log after insert or delete on excluded_units for each row execute function notice_exclusion();

-- A visitor is known by the keyed hash of a day: the exclusion is forgotten with the day's key.
create table excluded_visitors (
  day date not null,
  visitor bytea not null check (octet_length(visitor) = 8),
  excluded_by integer not null references users,
  excluded_at timestamptz not null,
  primary key (visitor, day)
);

create function log_visitor_rule() returns trigger language plpgsql as $$
begin
  insert into counting_rules (kind, day, visitor, is_excluded)
  values ('visitor', coalesce(new.day, old.day), coalesce(new.visitor, old.visitor), tg_op = 'INSERT');
  return null;
end $$;

create trigger counters after insert or delete on excluded_visitors for each row execute function log_visitor_rule();

-- How suspicious the traffic of an ad unit was in a day up to `scored_until`: the latest answer for each unit.
create table unit_scores (
  unit_id integer primary key references ad_units,
  score integer not null check (score between 0 and 100),
  -- A list of {code, points, percent, count, of}.
  reasons jsonb not null,
  scored_from timestamptz not null,
  scored_until timestamptz not null
);

-- From where the verdicts of the event log can be given again, to be compared with those that are stored: for each day the
-- position before the first batch that was counted on it, with the rules that were in force there.
create table event_log_starts (
  partition smallint not null,
  -- The day, in UTC, of the batches that come next.
  day date not null,
  -- Which judge counted: another version of it may give other verdicts.
  judge smallint not null,
  position bigint not null check (position >= 0),
  -- Of that position.
  at timestamptz not null,
  -- As records, as in counter_partitions.
  rules bytea not null,
  -- Whether whoever counted from there on remembered nothing from before, since there was nothing.
  is_first boolean not null,
  primary key (partition, day, judge)
);

-- What was reported, in the order in which it was written down. A row of event_log_heads is locked by whoever appends to
-- its partition until that is committed, so that positions become visible in their order and no reader misses one.
create table event_log_heads (
  partition smallint primary key check (partition >= 0),
  -- The last one given; 0 before the first.
  position bigint not null check (position >= 0),
  -- Of that position: it never goes back.
  at timestamptz not null
) with (fillfactor = 50);

insert into event_log_heads (partition, position, at)
select partition, 0, '1970-01-01 00:00:00+00' from generate_series(0, 15) as partition;

-- A day is a table of its own, made with its first batch, and is dropped as one.
create table event_log_batches (
  partition smallint not null,
  position bigint not null,
  at timestamptz not null,
  body bytea not null,
  primary key (partition, position, at)
) partition by range (at);

-- Records do not compress well enough to pay for it.
alter table event_log_batches alter column body set storage external;

create table counter_partitions (
  partition smallint primary key check (partition >= 0),
  -- Up to here everything is counted. It is written with the counters, in one transaction.
  position bigint not null check (position >= 0),
  -- Of that position: the partition's time, which never goes back.
  at timestamptz not null,
  -- Records of what the operator and the advertisers have decided, as far as the log has said it up to that position.
  rules bytea not null default '',
  -- Grows with each owner. Whoever was one before cannot write any more.
  epoch bigint not null default 0 check (epoch >= 0),
  owner uuid,
  leased_until timestamptz,
  check ((owner is null) = (leased_until is null))
) with (fillfactor = 50);

insert into counter_partitions (partition, position, at) select partition, position, at from event_log_heads;

-- Processes that count, so that each takes its share of the partitions.
create table counter_processes (
  id uuid primary key,
  alive_until timestamptz not null
);

-- What became of each record: a row for what an owner committed at once of a partition. Kept as long as the log.
create table event_log_verdicts (
  partition smallint not null,
  -- Of its last batch, and of the last one before its first.
  position bigint not null,
  before bigint not null check (before < position),
  -- Of its last batch.
  at timestamptz not null,
  -- For each batch, 32 bits each: its position, counted from `before`, and its records.
  batches bytea not null,
  -- A byte for each record.
  verdicts bytea not null,
  primary key (partition, position)
);
create index event_log_verdicts_at on event_log_verdicts (partition, at);
alter table event_log_verdicts alter column verdicts set storage external;

-- Paid views of units in an hour, by partition: a neighborhood may send a unit a share of all of them. Unlogged: after a
-- crash of the database busy units are taken for less busy ones for the rest of the hour.
create unlogged table counter_unit_hours (
  hour timestamptz not null,
  unit_id integer not null,
  partition smallint not null,
  paid integer not null check (paid > 0),
  primary key (hour, unit_id, partition)
);

-- What was decided outside of the log and is on its way into it: written in the transaction of the decision, appended in
-- the order of the ids, then deleted.
create table counting_rules (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('unit', 'visitor', 'cut')),
  unit_id integer,
  day date,
  visitor bytea check (octet_length(visitor) = 8),
  is_excluded boolean,
  campaign_id integer,
  -- From when the campaign has other terms.
  moment timestamptz,
  check ((kind = 'unit') = (unit_id is not null)),
  check ((kind = 'visitor') = (day is not null and visitor is not null)),
  check ((kind = 'cut') = (campaign_id is not null and moment is not null)),
  check ((kind = 'cut') = (is_excluded is null))
);

-- One process at a time appends them.
create table counting_rules_turn (
  one boolean primary key default true check (one),
  taken_until timestamptz not null
);

insert into counting_rules_turn (taken_until) values ('1970-01-01 00:00:00+00');

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

-- Billable views and rejected reports of the whole network by days of UTC: the counters of a month are too many to add up
-- whenever somebody asks.
create table view_days (
  day date not null,
  -- billable, or rejected_<reason>.
  kind text not null,
  count bigint not null check (count > 0),
  counted_at timestamptz not null,
  primary key (day, kind)
);

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

-- How often an ad was requested for an ad unit in an hour, and what came of it: `filled`, or the reason for which the answer was empty.
-- Kept as long as delivery_counters.
create table ad_unit_request_hours (
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  ad_unit_id integer not null,
  outcome text not null,
  count bigint not null check (count > 0),
  primary key (hour, ad_unit_id, outcome)
) with (fillfactor = 70);
create index ad_unit_request_hours_unit on ad_unit_request_hours (ad_unit_id, hour);

-- The last sums that each process that answers such requests has added, so that what it sends again is not added twice.
create table ad_unit_request_flushes (
  node bigint primary key,
  sequence integer not null,
  at timestamptz not null
);

-- ======== payments ============================================================================================
-- Money in and out over chains: where each chain was read to, deposit addresses, deposits, withdrawals and payouts.

create table chains (
  name text primary key,
  -- Everything up to this block was read, and it is deep enough to be read from again.
  read_hash text,
  read_height integer,
  -- The end of the active chain when it was read last.
  height integer,
  read_at timestamptz,
  -- The next index of the operator's extended public key.
  next_index integer not null default 0 check (next_index between 0 and 2147483647),
  -- The block at `height`: another one there says that the chain was reorganised since it was read.
  tip_hash text,
  -- The work in the chain that was read last, as a decimal number; on Ethereum its height stands in for it.
  work text,
  -- The height at which the chain was first read: a new wallet of the node is searched from there.
  first_height integer,
  -- The node's wallet still has to be searched for payments from this block on; null when it has been.
  scan_from integer
);

insert into chains (name) values ('bitcoin'), ('ethereum');

create table deposit_addresses (
  id integer generated always as identity primary key,
  -- `nobody`: an address that may have been given out after a backup that was restored. It is watched.
  depositable_type text not null check (depositable_type in ('user', 'campaign', 'nobody')),
  depositable_id integer not null,
  user_id integer references users,
  chain text not null references chains,
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  address_index integer not null check (address_index >= 0),
  address text not null,
  created_at timestamptz not null,
  -- One for each token, never reused.
  unique (depositable_type, depositable_id, token_code),
  unique (chain, address_index),
  unique (chain, address),
  check ((depositable_type = 'nobody') = (user_id is null))
);
create index deposit_addresses_user on deposit_addresses (user_id);

create table deposits (
  id bigint generated always as identity primary key,
  chain text not null references chains,
  transaction_id text not null,
  -- Bitcoin's output, or the place among the transaction's logs; -1 is the transaction's own value.
  output integer not null,
  address text not null,
  -- Null while it is nobody's: then it waits for the operator.
  address_id integer references deposit_addresses,
  -- An operator may give what is nobody's to an account.
  user_id integer references users,
  token_code text not null,
  -- Null for a token that is none of our assets; its amount is then in units of 1e-8 all the same.
  asset text check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- Null while it is in no block of the active chain.
  block_hash text,
  block_height integer,
  -- Another transaction took its place, or no node knows it any more.
  is_gone boolean not null default false,
  -- What is on the account now because of it; it follows the chain in steps, each a transfer with its number.
  -- A payment that is mined again may be smaller than what was given for it: the rest is owed until it is taken back.
  credited bigint not null default 0,
  steps integer not null default 0,
  -- A campaign's deposit goes on to the campaign in a transaction of its own.
  is_forwarded boolean not null default true,
  seen_at timestamptz not null,
  credited_at timestamptz,
  -- It is on the paying account by now, or its operator has taken it elsewhere.
  is_swept boolean not null default false,
  -- The block for which the money was given: while the payment is in that one, no setting takes it back.
  credited_block text,
  -- What a payment in the chain's own coin is worth on the account that it was given to, in units of 1e-8 of its asset.
  worth bigint check (worth > 0),
  -- It belongs to no account: money of the network's own, or not worth anything.
  put_away_at timestamptz,
  put_away_reason text,
  -- What an operator gives of payments to nobody: a large one waits until another operator gives the same.
  given_to integer references users,
  -- Units of 1e-8 USD, for the chain's own coin.
  given_worth bigint check (given_worth > 0),
  given_by integer references users check (given_by <> given_to),
  given_at timestamptz,
  given_approved_by integer references users check (given_approved_by not in (given_by, given_to)),
  -- Deposits below a minimum are not credited: a coin can cost more to spend than it holds.
  -- The minimum when the payment was first seen; null on chains without one.
  minimum bigint check (minimum > 0),
  -- Whether the payment was below that minimum. This is decided once, by each output alone.
  is_too_small boolean not null default false,
  check ((block_hash is null) = (block_height is null)),
  check (credited >= 0),
  -- The same transaction may pay another address when it is mined again: that is another deposit.
  unique (chain, transaction_id, output, address, token_code),
  check ((put_away_at is null) = (put_away_reason is null)),
  check (num_nulls(given_to, given_by, given_at) in (0, 3)),
  constraint deposits_too_small_check check (not is_too_small or credited = 0)
);
create index deposits_address on deposits (address_id);
create index deposits_user on deposits (user_id);
create index deposits_height on deposits (chain, block_height);
create index deposits_queued on deposits (id) where user_id is null and put_away_at is null and not is_gone;
create index deposits_given on deposits (given_by, given_at) where given_by is not null;
create index deposits_unswept on deposits (chain, address_id, token_code) where not is_swept;

-- Where accounts have money sent to; a new one is frozen for a while, unless it is the first.
create table payout_addresses (
  user_id integer not null references users,
  token_code text not null,
  address text not null,
  usable_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, token_code, address)
);
create index payout_addresses_address on payout_addresses (lower(address));

-- A transaction of ours that pays one or more withdrawals. Its signed bytes are stored before they are sent.
create table payouts (
  id integer generated always as identity primary key,
  chain text not null references chains,
  transaction_id text not null,
  raw text not null,
  -- Units of 1e-8 of the chain's coin; what the transaction offers to miners.
  fee bigint not null check (fee >= 0),
  state text not null check (state in ('signed', 'sent', 'confirmed', 'replaced', 'failed')),
  -- The one whose input it shares, to pay more.
  replaces integer references payouts,
  nonce integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  -- Where a payout stands in the chain; null while it is in no block of it.
  block_height integer,
  -- Transactions of ours that pay nobody: coin for gas to a deposit address, and the tokens from there to the paying account.
  purpose text not null default 'withdrawals' check (purpose in ('withdrawals', 'gas', 'sweep')),
  address_id integer references deposit_addresses,
  swept_token text check (swept_token in ('USDT', 'USDC')),
  -- Units of 1e-8 of the token, or wei of the coin.
  moved bigint check (moved > 0),
  -- A sweep moves all that came up to this block.
  up_to integer,
  -- Wei that its block took for it.
  gas_paid bigint check (gas_paid >= 0),
  -- Where the rest of a payout came back to: an address of the network's own, which nobody withdraws to.
  change_address text,
  unique (chain, transaction_id),
  check ((purpose = 'withdrawals') = (address_id is null)),
  check ((purpose = 'withdrawals') = (moved is null)),
  check ((purpose = 'sweep') = (swept_token is not null)),
  check ((purpose = 'sweep') = (up_to is not null))
);
create index payouts_open on payouts (id) where state in ('signed', 'sent');
create index payouts_address on payouts (address_id) where address_id is not null;
create index payouts_change_address on payouts (change_address) where change_address is not null;

create table payout_inputs (
  payout_id integer not null references payouts,
  transaction_id text not null,
  output integer not null,
  amount bigint not null,
  address text not null,
  -- Whose key spends an input: 0 an address for deposits, 1 what came back from a payout.
  branch smallint not null check (branch in (0, 1)),
  address_index integer not null,
  primary key (payout_id, transaction_id, output)
);

create table withdrawals (
  id integer generated always as identity primary key,
  -- Null: what the network itself takes out of its earnings goes the same way, and is nobody's.
  user_id integer references users,
  asset text not null check (asset in ('BTC', 'USD')),
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  chain text not null references chains,
  address text not null,
  -- What leaves the account; the fee is a part of it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  state text not null check (state in ('requested', 'approved', 'signed', 'sent', 'confirmed', 'cancelled', 'failed')),
  hold_id bigint not null unique references ledger_holds,
  -- Above the operator's limit a second person says yes.
  needs_approval boolean not null,
  approved_by integer references users check (approved_by <> user_id),
  -- Not sent before: its address was new.
  not_before timestamptz,
  payout_id integer references payouts,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why a withdrawal that could be signed is not: too few coins, too little of the chain's own coin to pay for gas, the signer
  -- refuses it or does not answer, or what an account may have sent in 24 hours is reached.
  waits_for text check (waits_for in ('coins', 'gas', 'signer', 'limit')),
  -- A withdrawal has a name that no other ever has, not even when a backup gives its number to another: the signer keeps
  -- what it has signed for each name.
  name uuid not null default gen_random_uuid(),
  -- What an operator's passkey answered when it allowed a large payout; the signer checks it anew.
  approval jsonb,
  -- The newest transaction that was signed for it and can never be mined any more.
  instead_of text,
  check ((state in ('signed', 'sent', 'confirmed')) <= (payout_id is not null)),
  check (not needs_approval or approved_by is not null or state in ('requested', 'cancelled', 'failed')),
  unique (name)
);
create index withdrawals_user on withdrawals (user_id, id desc);
create index withdrawals_open on withdrawals (id) where state in ('requested', 'approved', 'signed', 'sent');
create index withdrawals_payout on withdrawals (payout_id);

-- While a row is open nothing is paid out of its asset.
create table payout_stops (
  id integer generated always as identity primary key,
  asset text not null check (asset in ('BTC', 'USD')),
  reason text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index payout_stops_open on payout_stops (asset) where ended_at is null;

-- What a coin was worth in dollars, by the middle of the sources that answered.
create table exchange_rates (
  id integer generated always as identity primary key,
  asset text not null check (asset in ('BTC')),
  -- Units of 1e-8 USD for one whole coin.
  usd bigint not null check (usd > 0),
  sources integer not null check (sources > 0),
  at timestamptz not null
);
create index exchange_rates_newest on exchange_rates (asset, id desc);

-- What is available is withdrawn by itself as soon as it reaches the threshold, by the account's own choice.
create table automatic_payouts (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  token_code text not null,
  address text not null,
  threshold bigint not null check (threshold > 0),
  -- How many withdrawals it has made.
  runs integer not null default 0,
  -- Why the last try made none, as the code of the call.
  problem text,
  changed_at timestamptz not null,
  unique (user_id, asset)
);

-- Backups that were read back.
create table restores (
  id integer generated always as identity primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null,
  gap integer not null,
  -- Until an operator says that all is well nothing is paid out.
  released_at timestamptz,
  released_by integer
);

-- What left the network's addresses by the chain's account, and no withdrawal in the books asks for: the withdrawal was
-- lost with what came after a backup.
create table unknown_payouts (
  id integer generated always as identity primary key,
  payout_id integer not null references payouts,
  output integer not null,
  address text not null,
  token_code text not null check (token_code in ('BTC', 'USDT', 'USDC')),
  asset text not null check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- When it was booked as a cost of the network's.
  booked_at timestamptz,
  unique (payout_id, output)
);

create table chain_searches (
  restore_id integer not null references restores,
  chain text not null references chains,
  -- Up to here the chain had been read: from there on it is searched for payouts that the backup does not have.
  read_hash text,
  read_height integer,
  -- The first index of the key that may have been given out since the backup.
  first_index integer not null,
  -- When all of it had been searched.
  checked_at timestamptz,
  primary key (restore_id, chain)
);

-- Hashes of checkpoints of the public log: the next payout in bitcoin may anchor the last one. Those of the days before
-- are kept, also under an earlier name of the log, so that a payout that a crash or a backup forgot is recognized.
create table anchor_offers (
  epoch smallint not null check (epoch > 0),
  size bigint not null check (size >= 0),
  hash bytea not null unique check (octet_length(hash) = 32),
  offered_at timestamptz not null,
  primary key (epoch, size)
);

-- Payouts that carry such a hash in an output without value.
create table payout_anchors (
  payout_id integer primary key references payouts,
  hash bytea not null check (octet_length(hash) = 32),
  -- The checkpoint; null where a restored database does not have it.
  epoch smallint,
  size bigint,
  -- In UTC. One payout a day carries an anchor, with those that take its place.
  day date not null,
  -- The node did not take the transaction, so that it was signed again without an anchor.
  is_refused boolean not null default false,
  -- The block that it is in now; null while it waits for one.
  block_hash text,
  block_height integer,
  check ((epoch is null) = (size is null)),
  check ((block_hash is null) = (block_height is null))
);
create index payout_anchors_day on payout_anchors (day);
create index payout_anchors_hash on payout_anchors (hash);

-- What the blockchains held and what was owed when that was last compared.
create table reserve_checks (
  asset text primary key check (asset in ('BTC', 'USD')),
  checked_at timestamptz not null,
  holdings bigint not null check (holdings >= 0),
  liabilities bigint not null
);

-- Each token's first address of an account. Others do not count: payouts are public, and an account that remembers the addresses of many
-- strangers would link all of them.
create view first_payout_addresses as
select user_id, lower(address) as address from payout_addresses own
where not exists (
  select from payout_addresses before
  where before.user_id = own.user_id and before.token_code = own.token_code
    and (before.created_at, before.address) < (own.created_at, own.address));

-- Each account with itself and all that are linked to it, over any number of steps, 1,000 accounts at most. Ask it for some accounts,
-- not for all: it searches from each of them. The lowest number names the group.
create view linked_accounts as
select users.id as user_id, linked.id as linked_id
from users cross join lateral (
  with recursive reached (id, place, address) as (
    select users.id, null::bytea, null::text
    union
    select next.id, next.place, next.address
    from reached cross join lateral (
      select null::integer as id, own.sign_up_place as place, null::text as address from users own
      where own.id = reached.id and own.sign_up_place is not null
      union all
      select null, null, first_payout_addresses.address from first_payout_addresses where user_id = reached.id
      union all
      select other.id, null, null from users other where other.sign_up_place = reached.place
      union all
      select other.user_id, null, null from first_payout_addresses other where other.address = reached.address
    ) as next
  )
  select id from reached where id is not null limit 1000
) as linked;

-- ======== coupons =============================================================================================

-- What the operator gives away.
create table coupons (
  id integer generated always as identity primary key,
  -- In capitals, without spaces: people type codes as they like.
  code text not null unique check (code ~ '^[A-Z0-9-]{4,40}$'),
  effect text not null check (effect in ('half_fee', 'promotion')),
  asset text check (asset in ('BTC', 'USD')),
  amount bigint check (amount > 0),
  expires_at timestamptz,
  -- How often it may be used in all; null is any number.
  uses_limit integer check (uses_limit > 0),
  uses_per_account integer not null default 1 check (uses_per_account > 0),
  uses integer not null default 0 check (uses >= 0),
  created_by integer not null references users,
  created_at timestamptz not null,
  -- What the coupons of one operator alone give in a day ends at the approval limit, as everything else that one operator
  -- gives.
  is_approved boolean not null default false,
  approved_by integer references users check (approved_by <> created_by),
  check (uses_limit is null or uses <= uses_limit),
  check ((effect = 'promotion') = (asset is not null and amount is not null)),
  check (is_approved or approved_by is null)
);
create index coupons_of_one on coupons (created_by) where not is_approved;

create table coupon_redemptions (
  campaign_id integer primary key references campaigns,
  coupon_id integer not null references coupons,
  user_id integer not null references users,
  created_at timestamptz not null
);
create index coupon_redemptions_coupon on coupon_redemptions (coupon_id, user_id);
create index coupon_redemptions_by_coupon_and_time on coupon_redemptions (coupon_id, created_at);
create trigger append_only before update or delete on coupon_redemptions for each row execute function refuse_change();
create trigger no_truncate before truncate on coupon_redemptions execute function refuse_change();

-- ======== admin ===============================================================================================

-- What operators do, for ever: an entry before each act and its outcome after it. An entry without an outcome was cut short.
create table audit_entries (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- Null for the command line.
  user_id integer references users,
  -- The call's method and path, or the command.
  act text not null,
  summary text not null,
  -- What was given; texts of the chat are left out.
  input jsonb not null
);
create index audit_entries_user on audit_entries (user_id, id desc);
create trigger append_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_entries execute function refuse_change();

create table audit_outcomes (
  entry_id integer primary key references audit_entries,
  at timestamptz not null,
  status integer not null,
  -- Of an act that was refused.
  code text
);
create trigger append_only before update or delete on audit_outcomes for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_outcomes execute function refuse_change();

-- What an operator adds to a balance or takes from it. Above the approval limit another operator decides.
create table adjustments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  -- Less than zero takes away.
  amount bigint not null check (amount <> 0),
  reason text not null,
  made_by integer not null references users,
  made_at timestamptz not null,
  state text not null check (state in ('pending', 'done', 'rejected')),
  decided_by integer references users,
  decided_at timestamptz,
  transfer_id bigint,
  check (made_by <> user_id),
  check (decided_by is null or (decided_by <> made_by and decided_by <> user_id)),
  check ((state = 'done') = (transfer_id is not null)),
  check (state <> 'rejected' or decided_by is not null)
);
create index adjustments_pending on adjustments (id) where state = 'pending';
create index adjustments_user on adjustments (user_id, id);
create index adjustments_made on adjustments (made_by, made_at);

-- Acts on money, roles, limits, settings and keys, of which every operator gets a mail.
create table act_notices (
  entry_id integer primary key references audit_entries,
  -- Null while it is to be mailed.
  mailed_at timestamptz
);
create index act_notices_waiting on act_notices (entry_id) where mailed_at is null;

-- ======== settings ============================================================================================

-- What the operator set while the network runs; before the first row the environment's value counts. The rows stay: what
-- counted at any moment can be told.
create table setting_changes (
  id integer generated always as identity primary key,
  name text not null,
  value bigint not null,
  -- Fees change with a settlement window, never within one.
  valid_from timestamptz not null,
  changed_by integer not null references users,
  changed_at timestamptz not null
);
create index setting_changes_name on setting_changes (name, valid_from desc, id desc);
create trigger append_only before update or delete on setting_changes for each row execute function refuse_change();
create trigger no_truncate before truncate on setting_changes execute function refuse_change();

create function notice_fee() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, setting_change_id) values ('fee', new.id);
  return null;
end $$;

create trigger public_log after insert on setting_changes for each row
  when (new.name in ('fee_basis_points', 'premium_fee_basis_points')) execute function notice_fee();

-- Every fee that was set, and from when it counts.
create view fee_changes as
select id, name, value, valid_from from setting_changes where name in ('fee_basis_points', 'premium_fee_basis_points');

-- What every process of the installation must have alike. Of SECRET it is a keyed check value, from which nobody learns the secret.
create table shared_values (
  name text primary key check (name in ('SECRET', 'SETTLEMENT_WINDOW_SECONDS', 'PUBLIC_URL', 'TRUSTED_PROXIES')),
  value text not null
);

-- What operators gave away, or took, without another operator: all kinds of it, since the approval limit holds for their sum.
create view given_alone as
select made_by as operator_id, asset, abs(amount) as amount, made_at as given_at
from adjustments where state = 'done' and decided_by is null
union all
select given_by, asset, coalesce(worth, amount), given_at
from deposits where given_by is not null and given_approved_by is null and user_id is not null
union all
select created_by, asset, amount, redemption.created_at
from coupon_redemptions redemption join coupons on coupons.id = coupon_id
where not is_approved and amount is not null;

-- ======== earnings ============================================================================================

-- What an ad unit earns on a day matures on the unit's account and then moves to its owner by itself.
create table unit_earnings (
  id bigint generated always as identity primary key,
  unit_id integer not null references ad_units,
  asset text not null check (asset in ('BTC', 'USD')),
  -- In UTC, that of the windows it was earned in.
  day date not null,
  amount bigint not null check (amount > 0),
  -- When the last of it was earned, within the day.
  last_at timestamptz not null,
  matures_at timestamptz not null,
  state text not null default 'maturing' check (state in ('maturing', 'paid', 'taken_back')),
  ended_at timestamptz,
  -- Why the operator took it back.
  reason text,
  -- What waits for the end of the slow start is a row of its own beside the rest of the day.
  waits boolean not null default false,
  check ((state = 'maturing') = (ended_at is null)),
  check ((state = 'taken_back') = (reason is not null))
);
create index unit_earnings_due on unit_earnings (matures_at, id) where ended_at is null;
create index unit_earnings_unit on unit_earnings (unit_id, day desc);
create unique index unit_earnings_open on unit_earnings (unit_id, asset, day, waits) where ended_at is null;

create function refuse_second_end_of_earning() returns trigger language plpgsql as $$
begin
  if old.state <> 'maturing' then
    raise exception 'earning % has ended already', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger ends_once before update on unit_earnings for each row execute function refuse_second_end_of_earning();
create trigger no_delete before delete on unit_earnings for each row execute function refuse_change();
create trigger no_truncate before truncate on unit_earnings execute function refuse_change();

-- While a unit is on hold nothing of it moves to its owner.
create table earning_holds (
  id integer generated always as identity primary key,
  unit_id integer not null references ad_units,
  reason text not null,
  -- Null where the network itself put earnings on hold since the score is high. Then the hold keeps the score and its reasons.
  created_by integer references users,
  created_at timestamptz not null,
  released_by integer references users,
  released_at timestamptz,
  evidence jsonb,
  check ((released_by is null) = (released_at is null)),
  check ((created_by is null) = (evidence is not null))
);
create unique index earning_holds_open on earning_holds (unit_id) where released_at is null;

create function watch_earning_hold() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at)
  values ('earning_holds', coalesce(new.id, old.id), case when tg_op <> 'DELETE' then earning_hold_state(new) end, now());
  return null;
end $$;

create trigger watched after insert or update or delete on earning_holds for each row execute function watch_earning_hold();

-- What the operator took back of an ad unit's earnings, and to whom it went.
create table earning_returns (
  earning_id bigint not null references unit_earnings,
  campaign_id integer not null references campaigns,
  -- The advertiser.
  user_id integer not null references users,
  asset text not null check (asset in ('BTC', 'USD')),
  -- Of the unit's net amount; promotion is the part that was paid with money from coupons, and goes back as such.
  net bigint not null check (net > 0),
  net_promotion bigint not null check (net_promotion >= 0 and net_promotion <= net),
  -- Of the network's fee.
  fee bigint not null check (fee >= 0),
  fee_promotion bigint not null check (fee_promotion >= 0 and fee_promotion <= fee),
  at timestamptz not null,
  primary key (earning_id, campaign_id)
);
create index earning_returns_user on earning_returns (user_id, at);
create trigger append_only before update or delete on earning_returns for each row execute function refuse_change();
create trigger no_truncate before truncate on earning_returns execute function refuse_change();

-- Until the network believes the traffic of an ad unit, all such units of an account together earn a limited amount a day.
-- What is above it lies on the unit like the rest and waits until the unit is believed, or goes back to who paid.
create table slow_starts (
  unit_id integer primary key references ad_units,
  -- The unit's first earning.
  started_at timestamptz not null,
  -- Days of traffic that looked like that of people; each is 24 hours that none of the others has.
  good_days integer not null default 0 check (good_days >= 0),
  -- Up to where they are counted.
  counted_until timestamptz,
  -- The count began here, or anew: a score or an operator spoke against the unit.
  counted_from timestamptz not null,
  ended_at timestamptz,
  -- The operator who ended it; nobody when the network did.
  ended_by integer references users,
  check (ended_at is not null or ended_by is null)
);

create function watch_slow_start() returns trigger language plpgsql as $$
begin
  insert into watched_changes (subject, row_id, state, at)
  values ('slow_starts', coalesce(new.unit_id, old.unit_id), case when tg_op <> 'DELETE' then slow_start_state(new) end, now());
  return null;
end $$;

create trigger watched after insert or update or delete on slow_starts for each row execute function watch_slow_start();

-- ======== settlement ==========================================================================================

-- A statement for each campaign and window: what was charged and who got it.
create table settlements (
  campaign_id integer not null references campaigns,
  window_start timestamptz not null,
  window_end timestamptz not null,
  asset text not null,
  active_seconds integer not null,
  billable bigint not null,
  -- The most the window could cost: the CPD portion, or the CPM price of what was seen.
  due bigint not null check (due >= 0),
  charged bigint not null check (charged >= 0 and charged <= due),
  fee bigint not null check (fee >= 0),
  settled_at timestamptz not null,
  -- A charge is what the units get, the network's fee, and the part of it that goes to who brought the advertiser.
  referral bigint not null default 0 check (referral >= 0),
  partner_id integer references users,
  -- How much of the charge was promotion money.
  promotion bigint not null default 0 check (promotion >= 0 and promotion <= charged),
  -- All that a charge was computed from, so that a statement can be recomputed alone.
  terms_id bigint not null references campaign_terms,
  -- The length of a window when it was settled, which says what part of a day it is.
  window_seconds integer not null check (window_seconds > 0),
  -- In units of 0.01 % of the charge, after a coupon.
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  -- What was on the campaign, what it had been charged in all where a total budget makes that matter, and in that day.
  balance bigint not null,
  spent bigint not null,
  spent_today bigint not null,
  -- What an earlier portion left for impressions that were seen late.
  unpaid bigint not null,
  -- Fractions of a CPM price in thousandths of a unit, from the statement before and for the next one.
  carried_in integer not null check (carried_in between 0 and 999),
  carried_out integer not null check (carried_out between 0 and 999),
  -- Rows are sealed by a number of their own.
  entry bigint generated always as identity unique,
  primary key (campaign_id, window_start),
  check (window_end > window_start),
  check (referral = 0 or partner_id is not null),
  check (fee + referral <= charged)
);
create index settlements_partner on settlements (partner_id, window_start) where referral > 0;

-- The last settlement periods of all campaigns.
create index settlements_window_end on settlements (window_end);
create trigger append_only before update or delete on settlements for each row execute function refuse_change();
create trigger no_truncate before truncate on settlements execute function refuse_change();
create trigger inventory after insert on settlements for each row execute function notify_inventory('campaign', 'campaign_id');

create table settlement_shares (
  campaign_id integer not null,
  window_start timestamptz not null,
  unit_id integer not null references ad_units,
  billable bigint not null,
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net >= 0),
  referral bigint not null default 0 check (referral >= 0),
  -- In which earning a share is. Those without a net amount are in none.
  earning_id bigint references unit_earnings,
  entry bigint generated always as identity unique,
  -- So much of a share's net amount waits, in that earning; the rest is in the other one.
  waiting bigint not null default 0,
  waiting_id bigint references unit_earnings,
  primary key (campaign_id, window_start, unit_id),
  foreign key (campaign_id, window_start) references settlements,
  check (gross = fee + referral + net),
  check (waiting >= 0 and waiting <= net and (waiting > 0) = (waiting_id is not null))
);
create index settlement_shares_unit on settlement_shares (unit_id, window_start);
create index settlement_shares_earning on settlement_shares (earning_id) where earning_id is not null;
create index settlement_shares_waiting on settlement_shares (waiting_id) where waiting_id is not null;
create trigger append_only before update or delete on settlement_shares for each row execute function refuse_change();
create trigger no_truncate before truncate on settlement_shares execute function refuse_change();

-- Windows up to here are settled for every campaign.
create table settlement_progress (
  one boolean primary key default true check (one),
  settled_until timestamptz not null
);

-- What others read of a charge: all that it was computed from, and its shares in the order of the ad units.
create view settled_charges as
select statement.entry, statement.campaign_id, statement.asset, window_start, window_end, window_seconds, active_seconds,
  billable, due, charged, fee, referral, partner_id is not null as has_partner, fee_basis_points, balance, spent,
  spent_today, unpaid, carried_in, carried_out, traffic_type, daily_budget, max_cpm, total_budget, (
    select coalesce(json_agg(json_build_object('unit', unit_id::text, 'billable', share.billable::text,
      'gross', share.gross::text, 'fee', share.fee::text, 'referral', share.referral::text, 'net', share.net::text)
      order by unit_id), '[]')
    from settlement_shares share
    where share.campaign_id = statement.campaign_id and share.window_start = statement.window_start) as shares
from settlements statement join campaign_terms terms on terms.id = terms_id;

-- The fee of each statement beside what the settings of then say; null where no setting was ever changed, since what the
-- configuration said then is kept nowhere.
create view statement_fees as
select campaign_id, window_start, fee_basis_points,
  case when is_premium then case when lower is not null then least(usual, lower) end else usual end
    / case when fee_halved then 2 else 1 end as expected
from settlements join campaigns on campaigns.id = campaign_id
cross join lateral (
  select exists (
    select from premium_periods period where period.user_id = campaigns.user_id and since <= window_start
      and (until is null or until > window_start)) as is_premium, (
    select value from setting_changes where name = 'fee_basis_points' and valid_from <= window_start
    order by id desc limit 1) as usual, (
    select value from setting_changes where name = 'premium_fee_basis_points' and valid_from <= window_start
    order by id desc limit 1) as lower) as found;

-- ======== books ===============================================================================================
-- Every minute, what was added to the books is sealed: a digest of the new rows is chained to the digest before it.
-- Whoever changes, removes or slips in a row later breaks a seal that they cannot make again without the server's secret.

create table book_seals (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  -- The digest of the seal before; 32 zero bytes for the first.
  previous bytea not null check (octet_length(previous) = 32),
  -- SHA-256 of `previous`, the moment, and each part's book, rows and digest.
  digest bytea not null check (octet_length(digest) = 32),
  -- HMAC-SHA-256 of the digest with a key made from the server's secret, and which key that was.
  mac bytea not null check (octet_length(mac) = 32),
  key_id bytea not null check (octet_length(key_id) = 4)
);
create trigger append_only before update or delete on book_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on book_seals execute function refuse_change();

-- A trigger, so that nothing can make a seal that is never logged.
create function log_seal() returns trigger language plpgsql as $$
begin
  insert into public_log_seals (seal, hash) values (new.number, sha256(new.digest || new.mac));
  return null;
end $$;

create trigger public_log after insert on book_seals for each row execute function log_seal();

create table book_seal_parts (
  seal bigint not null references book_seals,
  -- The table that was sealed, and the columns that the digest is made of.
  book text not null,
  columns text[] not null,
  -- Which of its numbers are in the seal. Numbers that a rolled-back transaction burnt are in none.
  rows int8multirange not null,
  count integer not null check (count > 0),
  -- SHA-256 of the rows' sealed columns, in the order of their numbers.
  digest bytea not null check (octet_length(digest) = 32),
  primary key (book, seal)
);
create trigger append_only before update or delete on book_seal_parts for each row execute function refuse_change();
create trigger no_truncate before truncate on book_seal_parts execute function refuse_change();

-- Which rows of each table are sealed already: the sum of the parts, so that the next seal need not read them all.
create table book_progress (
  book text primary key,
  rows int8multirange not null
);

-- What moved on each day of UTC, by kind and by who paid. Made from sealed transfers alone, so that a public page need not
-- read the ledger.
create table book_days (
  day date not null,
  asset text not null,
  kind text not null,
  -- Whose account it left: user, campaign, ad_unit, order or network.
  payer text not null,
  amount bigint not null check (amount > 0),
  transfers bigint not null check (transfers > 0),
  primary key (day, asset, kind, payer)
);

-- Which sealed transfers are in these totals.
create table book_days_progress (
  one boolean primary key default true check (one),
  rows int8multirange not null
);

-- Rows that live on cannot be sealed themselves. Each of their states is written down as a row that can be: whoever changes
-- one with triggers switched off leaves it different from its last state, and the states are sealed.
create table watched_changes (
  id bigint generated always as identity primary key,
  -- What was changed: the table of the row.
  subject text not null,
  row_id bigint not null,
  -- Null when the row was deleted.
  state jsonb,
  at timestamptz not null
);
create index watched_changes_last on watched_changes (subject, row_id, id desc);
create trigger append_only before update or delete on watched_changes for each row execute function refuse_change();
create trigger no_truncate before truncate on watched_changes execute function refuse_change();

-- The states that are watched; moments are written in UTC, whatever the session's time zone.
create function slow_start_state(it slow_starts) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.started_at, it.good_days, it.counted_until, it.counted_from, it.ended_at, it.ended_by)
$$;

create function earning_hold_state(it earning_holds) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.unit_id, it.reason, it.created_by, it.created_at, it.released_by, it.released_at)
$$;

create function role_state(it users) returns jsonb language sql stable set timezone to 'UTC' as $$
  select jsonb_build_array(it.roles, it.operator_since)
$$;

-- The rows as they are.
create view watched_states as
select 'slow_starts' as subject, unit_id::bigint as row_id, slow_start_state(slow_starts) as state from slow_starts
union all
select 'earning_holds', id, earning_hold_state(earning_holds) from earning_holds
union all
select 'users', id, role_state(users) from users where roles <> '{}' or operator_since is not null;

-- Up to where the last verification that found nothing has computed everything, so that the next one can go on from there.
create table proven_points (
  one boolean primary key default true check (one),
  document text not null,
  -- The digest of each campaign's last charge in the public log: 4 bytes of its number and 32 of the digest.
  chains bytea not null,
  -- With a key from SECRET: whoever can write to the database cannot make one.
  mac bytea not null check (octet_length(mac) = 32)
);
alter table proven_points alter column chains set storage external;

-- Verifications that operators have asked for on the health page: one at a time, and the last ones with what they found.
create table ledger_checks (
  id integer generated always as identity primary key,
  is_full boolean not null,
  requested_at timestamptz not null,
  -- Null while it waits for a worker.
  begun_at timestamptz,
  -- By the database's clock: whoever runs it says so every few seconds.
  alive_at timestamptz not null,
  part smallint,
  parts smallint,
  part_name text,
  ended_at timestamptz,
  -- Null when it was interrupted.
  ok boolean,
  found text,
  note text,
  -- What came before was proven by an earlier one; null when everything was computed.
  since timestamptz,
  check ((ok is null) = (found is null)),
  check (ended_at is not null or ok is null)
);
create unique index ledger_checks_open on ledger_checks ((true)) where ended_at is null;

-- Seals of the books that a process with another SECRET made, before such a process was refused, and that an operator has accepted.
create table accepted_seals (
  seal bigint primary key references book_seals,
  reason text not null check (char_length(reason) between 1 and 500),
  accepted_at timestamptz not null,
  -- HMAC-SHA-256 of all that with a key made from the server's secret: a row that somebody else adds accepts nothing.
  mac bytea not null check (octet_length(mac) = 32)
);
create trigger append_only before update or delete on accepted_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on accepted_seals execute function refuse_change();

create function notice_accepted_seal() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, accepted_seal, seal_hash)
  select 'accepted_seal', new.seal, sha256(digest || mac) from book_seals where number = new.seal;
  return null;
end $$;

create trigger public_log after insert on accepted_seals for each row execute function notice_accepted_seal();

-- ======== public-log ==========================================================================================
-- An append-only Merkle tree (RFC 6962) that has an entry for each charge, so that a bill can be held against what
-- everybody is shown.

-- The key that signs, and those that salts and visitors' tags are made with: random, and only ever here.
create table public_log_keys (
  id smallint primary key check (id > 0),
  -- Ed25519.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  -- The secrets (AES-256-GCM) under a key that is made from the server's secret, and which key that was.
  sealed bytea not null,
  sealed_by bytea not null check (octet_length(sealed_by) = 4),
  created_at timestamptz not null
);
create trigger no_delete before delete on public_log_keys for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_keys execute function refuse_change();

-- A log never signs two histories under one name: after a restore, which may have forgotten what was shown, and with
-- another key it goes on under another one.
create table public_log_epochs (
  number smallint primary key check (number > 0),
  origin text not null unique,
  key_id smallint not null references public_log_keys,
  -- Entries that were there when it began.
  from_size bigint not null check (from_size >= 0),
  -- The last restore that it knows of.
  restore_id bigint not null,
  cause text not null check (cause in ('first', 'restore', 'new_key')),
  began_at timestamptz not null
);
create trigger append_only before update or delete on public_log_epochs for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_epochs execute function refuse_change();

-- The right edge of the tree, from which it grows. Whoever appends locks this row.
create table public_log_head (
  one boolean primary key default true check (one),
  size bigint not null check (size >= 0),
  -- The roots of its complete subtrees, largest first, 32 bytes each.
  peaks bytea not null check (octet_length(peaks) % 32 = 0),
  -- Charges of windows that begin then or later are in the log.
  charges_since timestamptz not null
);

-- Entries that were appended at once, each with its length before it (16 bits).
create table public_log_batches (
  first_index bigint primary key check (first_index >= 0),
  count integer not null check (count > 0),
  entries bytea not null
);
create trigger append_only before update or delete on public_log_batches for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_batches execute function refuse_change();

-- The roots of complete subtrees of 2^level entries, of every eighth level above the entries themselves.
create table public_log_nodes (
  level smallint not null check (level > 0 and level % 8 = 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);
create trigger append_only before update or delete on public_log_nodes for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_nodes execute function refuse_change();

-- What was signed.
create table public_log_checkpoints (
  epoch smallint not null references public_log_epochs,
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  at timestamptz not null,
  -- The signed note.
  note text not null,
  primary key (epoch, size)
);
create index public_log_checkpoints_at on public_log_checkpoints (at);
create trigger append_only before update or delete on public_log_checkpoints for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_checkpoints execute function refuse_change();

-- What is kept of a charge's entry for ever. The rest follows from the settlement and the keys.
create table public_log_charges (
  entry bigint primary key references settlements (entry),
  log_index bigint not null unique check (log_index >= 0),
  -- The root of its billable views; null where the event log no longer had them, or there were none.
  views_root bytea check (octet_length(views_root) = 32),
  -- How many views the event log had, where that is not what was charged for.
  views_found bigint check (views_found >= 0),
  -- How many were rejected for which reason: the reason's number and the count (LEB128), one after the other.
  rejected bytea not null,
  check (views_found is null or views_root is not null)
);
create trigger append_only before update or delete on public_log_charges for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_charges execute function refuse_change();

-- The digest of each campaign's last charge, on which the next one builds.
create table public_log_chains (
  campaign_id integer primary key references campaigns,
  digest bytea not null check (octet_length(digest) = 32),
  entry bigint not null references public_log_charges
);

-- What else everybody is shown: written in the transaction of what it is about, and in the log with the next checkpoint.
create table public_log_notices (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('fee', 'exclusion', 'receipt_key', 'retention', 'accepted_seal')),
  unit_id integer,
  is_excluded boolean,
  setting_change_id integer references setting_changes,
  log_index bigint unique,
  -- The log commits to each key, so that the network cannot show one person another key than everyone else.
  receipt_key bytea check (octet_length(receipt_key) = 32),
  -- For how many days the network promises to keep what was reported: everyone is shown it in the public log, and it is kept for what
  -- was reported while the promise was in force.
  retention_days integer check (retention_days > 0),
  made_at timestamptz,
  accepted_seal bigint references accepted_seals,
  -- SHA-256 of the seal's digest and its MAC, as in the entry of the seal itself.
  seal_hash bytea check (octet_length(seal_hash) = 32),
  check ((kind = 'exclusion') = (unit_id is not null and is_excluded is not null)),
  check ((kind = 'fee') = (setting_change_id is not null)),
  check ((kind = 'receipt_key') = (receipt_key is not null)),
  check ((kind = 'retention') = (retention_days is not null and made_at is not null)),
  check ((kind = 'accepted_seal') = (accepted_seal is not null and seal_hash is not null))
);
create index public_log_notices_waiting on public_log_notices (id) where log_index is null;
create trigger no_delete before delete on public_log_notices for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_notices execute function refuse_change();

-- Logs of other networks that this one follows: the last checkpoint that was checked, as it was signed.
create table public_log_witnessed (
  origin text primary key,
  -- Where its files are, without the path.
  address text not null unique,
  vkey text not null,
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- With this network's cosignature.
  note text not null,
  checked_at timestamptz not null
);

-- Charges that are not in the public log, which it seals next and earnings wait for; none where there is no log. An entry's number
-- is drawn before its settlement is committed, so that lower ones than the last that was sealed may still come.
create view unsealed_charges as
select entry, window_start, window_end
from settlements charge, public_log_head
where window_start >= charges_since
  and entry > coalesce((select max(entry) from public_log_charges), 0) - 100000
  and not exists (select from public_log_charges sealed where sealed.entry = charge.entry);

-- The public log names each seal of the books, so that whoever can write to the database cannot remove seals, or let the
-- server seal changed books again, without `mille verify` and everyone who keeps a copy of the log seeing it.
create table public_log_seals (
  id bigint generated always as identity primary key,
  -- The number of the seal. A second row with a number says that a seal was removed and made again.
  seal bigint not null check (seal > 0),
  -- SHA-256 of the seal's digest and its MAC: without the MAC, what a small seal contains could be guessed.
  hash bytea not null check (octet_length(hash) = 32),
  -- Null until it is in the log.
  log_index bigint unique check (log_index >= 0)
);
create index public_log_seals_waiting on public_log_seals (id) where log_index is null;
create trigger no_delete before delete on public_log_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on public_log_seals execute function refuse_change();

-- Each promise and when the next one replaced it; null for the one in force.
create view retention_promises as
select retention_days, made_at, lead(made_at) over (order by id) as replaced_at
from public_log_notices where kind = 'retention';

-- ======== receipts ============================================================================================

-- Receipts: signed promises that a reported view gets into the public log. Their keys are random, and no key of the log
-- itself, so that a delivery process never holds that one.
create table receipt_keys (
  id smallint primary key check (id > 0),
  -- Ed25519.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  -- The secrets (AES-256-GCM) under a key that is made from the server's secret, and which key that was.
  sealed bytea not null,
  sealed_by bytea not null check (octet_length(sealed_by) = 4),
  created_at timestamptz not null
);
create trigger no_delete before delete on receipt_keys for each row execute function refuse_change();
create trigger no_truncate before truncate on receipt_keys execute function refuse_change();

create function notice_receipt_key() returns trigger language plpgsql as $$
begin
  insert into public_log_notices (kind, receipt_key) values ('receipt_key', new.public_key);
  return null;
end $$;

create trigger public_log after insert on receipt_keys for each row execute function notice_receipt_key();

-- ======== marketplace =========================================================================================
-- From an offer to a paid publication.

-- Publication offers, as far as they are shown.
create table publication_offers (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  site_id integer references sites,
  publication_offer_type text not null check (publication_offer_type in
    ('article', 'press_release', 'social_post', 'newsletter', 'banner_placement', 'video')),
  state text not null check (state in ('pending', 'live', 'rejected', 'archived')),
  name text not null,
  description text not null,
  domain_name text not null,
  logo text,
  languages text[] not null,
  categories text[] not null,
  -- Up to what a JSON number holds exactly.
  price_us_cents bigint not null check (price_us_cents between 1 and 9007199254740991),
  promotion_level integer not null default 0 check (promotion_level in (0, 1)),
  created_at timestamptz not null,
  included text[] not null default '{}',
  turnaround_days integer not null default 7 check (turnaround_days between 1 and 60),
  rejected_reason text,
  decided_by integer references users,
  decided_at timestamptz,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  -- In hundredths of a star; whole numbers sort and compare alike on every machine.
  rating integer generated always as (case when rating_count = 0 then null else rating_sum * 100 / rating_count end) stored,
  -- Offers come in many languages: words are kept as they are, and searched by their beginnings.
  search tsvector generated always as (
    setweight(to_tsvector('simple'::regconfig, name), 'A')
    || setweight(to_tsvector('simple'::regconfig, domain_name || ' ' || translate(domain_name, '.-:', '   ')), 'B')
    || setweight(to_tsvector('simple'::regconfig, description), 'C')) stored,
  -- Which offers an operator has made hot, whatever the account is: what Premium gives goes with it, and this stays.
  is_hot_by_hand boolean not null default false,
  check (rating_sum between rating_count and rating_count * 5),
  check (state <> 'rejected' or rejected_reason is not null)
);
create index publication_offers_newest on publication_offers (id desc) where state = 'live';
create index publication_offers_price on publication_offers (price_us_cents desc, id desc) where state = 'live';

-- Offers change seldom and are searched often: a list of what is not in the index yet would slow every search.
create index publication_offers_search on publication_offers using gin (search) with (fastupdate = off) where state = 'live';
create index publication_offers_categories on publication_offers using gin (categories) with (fastupdate = off) where state = 'live';
create index publication_offers_languages on publication_offers using gin (languages) with (fastupdate = off) where state = 'live';
create index publication_offers_type on publication_offers (publication_offer_type, price_us_cents desc, id desc) where state = 'live';
create index publication_offers_site on publication_offers (domain_name, price_us_cents desc, id desc) where state = 'live';
create index publication_offers_hot on publication_offers (price_us_cents desc, id desc) where state = 'live' and promotion_level = 1;
create index publication_offers_rating on publication_offers (rating desc nulls last, id desc) where state = 'live';
create index publication_offers_user on publication_offers (user_id, id desc);
create index publication_offers_pending on publication_offers (id) where state = 'pending';

create function raise_catalog_version() returns trigger language plpgsql as $$
begin
  update publication_catalog set version = version + 1;
  return null;
end $$;

create trigger catalog_version after insert or delete or update of
  state, publication_offer_type, languages, categories, domain_name, promotion_level, price_us_cents
  on publication_offers for each statement execute function raise_catalog_version();

-- Logos are kept by what they are: the same picture of one account is there once.
create table publication_logos (
  user_id integer not null references users,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (user_id, hash)
);
create index publication_logos_hash on publication_logos (hash);

create table publication_orders (
  id integer generated always as identity primary key,
  offer_id integer not null references publication_offers,
  advertiser_id integer not null references users,
  publisher_id integer not null references users,
  state text not null default 'placed' check (state in
    ('placed', 'accepted', 'declined', 'cancelled', 'published', 'confirmed', 'disputed', 'completed', 'refunded')),
  -- What was agreed: a later change of the offer, the rate or the fee does not touch it.
  name text not null,
  publication_offer_type text not null,
  domain_name text not null,
  included text[] not null,
  turnaround_days integer not null,
  price_us_cents bigint not null check (price_us_cents > 0),
  asset text not null check (asset in ('BTC', 'USD')),
  amount bigint not null check (amount > 0),
  -- Units of USD for one BTC at that moment.
  rate bigint check (rate > 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  partner_id integer references users,
  target_url text not null,
  brief text not null,
  hold_id bigint references ledger_holds,
  proof_url text,
  proof jsonb,
  published_at timestamptz,
  confirmed_at timestamptz,
  -- How much of the schedule has been paid, and what has gone back.
  released_days integer not null default 0 check (released_days between 0 and 30),
  released bigint not null default 0,
  refunded bigint not null default 0 check (refunded >= 0),
  -- When the order moves on by itself.
  due_at timestamptz,
  created_at timestamptz not null,
  -- Null while nothing is watched: the link was never found, or the order takes no more payments.
  proof_check_at timestamptz,
  -- How many looks in a row have missed the link.
  proof_misses integer not null default 0 check (proof_misses >= 0),
  -- Since when payments wait for the link to come back.
  proof_lost_at timestamptz,
  check (advertiser_id <> publisher_id),
  check ((asset = 'BTC') = (rate is not null)),
  check (released between 0 and amount - refunded),
  check (released = 0 or confirmed_at is not null),
  check (state <> 'completed' or released = amount),
  check (state not in ('declined', 'refunded') or released + refunded = amount),
  check ((state in ('placed', 'accepted', 'published', 'confirmed')) = (due_at is not null)),
  check (proof_check_at is null or state in ('published', 'confirmed')),
  constraint publication_orders_cancelled_check check (state <> 'cancelled' or (released = 0 and refunded = amount and confirmed_at is null))
);
create index publication_orders_advertiser on publication_orders (advertiser_id, id desc);
create index publication_orders_publisher on publication_orders (publisher_id, id desc);
create index publication_orders_due on publication_orders (due_at) where due_at is not null;
create index publication_orders_disputed on publication_orders (id) where state = 'disputed';
create index publication_orders_proof on publication_orders (proof_check_at) where proof_check_at is not null;

-- Each step of an order, by whom and why.
create table publication_order_events (
  order_id integer not null references publication_orders,
  sequence integer not null check (sequence > 0),
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('advertiser', 'publisher', 'operator', 'deadline')),
  user_id integer references users,
  reason text,
  at timestamptz not null,
  entry bigint generated always as identity unique,
  primary key (order_id, sequence),
  check ((actor = 'deadline') = (user_id is null))
);
create trigger append_only before update or delete on publication_order_events for each row execute function refuse_change();
create trigger no_truncate before truncate on publication_order_events execute function refuse_change();

-- What the publisher was paid up to a day of the schedule: gross is net and fee, the referral is a part of the fee.
create table publication_order_releases (
  order_id integer not null references publication_orders,
  day integer not null check (day between 1 and 30),
  gross bigint not null check (gross >= 0),
  fee bigint not null check (fee >= 0),
  referral bigint not null check (referral between 0 and fee),
  net bigint not null check (net >= 0),
  at timestamptz not null,
  entry bigint generated always as identity unique,
  primary key (order_id, day),
  check (gross = net + fee)
);
create trigger append_only before update or delete on publication_order_releases for each row execute function refuse_change();
create trigger no_truncate before truncate on publication_order_releases execute function refuse_change();

create table publication_order_messages (
  id integer generated always as identity primary key,
  order_id integer not null references publication_orders,
  user_id integer not null references users,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null
);
create index publication_order_messages_order on publication_order_messages (order_id, id);

create table publication_attachments (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Null until the order that it was uploaded for is placed.
  order_id integer references publication_orders,
  file_name text not null,
  content_type text not null,
  size integer not null check (size between 1 and 1000000),
  bytes bytea not null,
  created_at timestamptz not null
);
create index publication_attachments_order on publication_attachments (order_id, id) where order_id is not null;
create index publication_attachments_unused on publication_attachments (created_at) where order_id is null;

create table publication_order_ratings (
  order_id integer primary key references publication_orders,
  offer_id integer not null references publication_offers,
  stars integer not null check (stars between 1 and 5),
  comment text not null,
  created_at timestamptz not null
);
create index publication_order_ratings_offer on publication_order_ratings (offer_id, order_id desc);

-- Facets are counted in memory, from rows that are read again when this number is another.
create table publication_catalog (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);

insert into publication_catalog (version) values (1);

-- ======== ad-reports ==========================================================================================

-- What readers report about ads. Nothing is stored about the reader.
create table creative_reports (
  id integer generated always as identity primary key,
  creative_id integer not null references creatives,
  unit_id integer not null references ad_units,
  reason text not null check (
    reason in ('scam_or_malware', 'adult_or_violent', 'misleading', 'illegal', 'broken_link', 'other')
  ),
  note text check (length(note) between 1 and 1000),
  -- A keyed hash of the network and the creative, so that one network counts once; forgotten after a day.
  network_hash bytea check (octet_length(network_hash) = 16),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'reject')),
  decided_by integer references users,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
create unique index creative_reports_network on creative_reports (creative_id, network_hash)
  where network_hash is not null;
create index creative_reports_waiting on creative_reports (creative_id, id) where decision is null;
create index creative_reports_unforgotten on creative_reports (created_at) where network_hash is not null;

-- ======== announcements =======================================================================================

-- What the operator tells everybody, and who does not want to see it any more.
create table announcements (
  id integer generated always as identity primary key,
  header text not null check (length(header) between 1 and 120),
  content text not null check (length(content) between 1 and 500),
  link text,
  link_text text check (length(link_text) between 1 and 60),
  type text not null check (type in ('default', 'warning', 'alarm')),
  starts_at timestamptz not null,
  -- Null: until it is ended.
  ends_at timestamptz check (ends_at >= starts_at),
  created_by integer not null references users,
  created_at timestamptz not null,
  check ((link is null) = (link_text is null)),
  -- One stands at a time. One that was ended before it began covers no time and is in nobody's way.
  constraint announcements_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);
create index announcements_start on announcements (starts_at desc, id desc);

create table announcement_dismissals (
  announcement_id integer not null references announcements,
  -- An account, else the SHA-256 of an anonymous browser's cookie.
  user_id integer references users,
  visitor_hash bytea check (octet_length(visitor_hash) = 32),
  dismissed_at timestamptz not null,
  check ((user_id is null) <> (visitor_hash is null)),
  unique (announcement_id, user_id),
  unique (announcement_id, visitor_hash)
);

-- ======== api-keys ============================================================================================

-- Keys for programs of advertisers and publishers: a few things that an account may do, without its session.
create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['statistics', 'campaigns']),
  -- SHA-256 of the key; the key itself is shown once and never kept.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- How the key begins, to know it again.
  token_start text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id, id desc);

-- ======== support =============================================================================================

-- Live chat: one conversation for each account, with the operators together.
create table chat_conversations (
  user_id integer primary key references users,
  last_message_id integer not null,
  last_user_message_id integer not null default 0,
  -- Up to which message each side has read.
  user_read_id integer not null default 0,
  operator_read_id integer not null default 0,
  -- Set by the one mail of an absence; null again when the account comes back.
  away_mailed_at timestamptz
);
create index chat_conversations_newest on chat_conversations (last_message_id desc);
create index chat_conversations_unread on chat_conversations (last_message_id desc)
  where last_user_message_id > operator_read_id;

create table chat_messages (
  id integer generated always as identity primary key,
  -- The account that the conversation is with, whoever wrote.
  user_id integer not null references chat_conversations deferrable initially deferred,
  author text not null check (author in ('user', 'operator')),
  operator_id integer references users,
  text text not null,
  created_at timestamptz not null,
  has_picture boolean not null default false,
  check ((author = 'operator') = (operator_id is not null)),
  -- A picture needs no words.
  check (length(text) <= 2000 and (text <> '' or has_picture))
);
create index chat_messages_conversation on chat_messages (user_id, id);

-- Streams that are open somewhere, in whatever process; one that was not seen for a while died with its process.
create table chat_streams (
  id text primary key,
  user_id integer not null references users,
  side text not null check (side in ('user', 'operator')),
  seen_at timestamptz not null
);
create index chat_streams_user on chat_streams (user_id);

-- The built-in suggestions board.
create table suggestions (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 2000),
  state text not null default 'open' check (state in ('open', 'planned', 'done', 'declined')),
  -- What the operator says to it.
  reply text check (length(reply) between 1 and 500),
  is_hidden boolean not null default false,
  -- Always the number of its votes; kept here to sort by.
  votes_count integer not null default 0 check (votes_count >= 0),
  moderated_by integer references users,
  moderated_at timestamptz,
  created_at timestamptz not null
);
create index suggestions_votes on suggestions (votes_count desc, id desc);

create table suggestion_votes (
  suggestion_id integer not null references suggestions,
  user_id integer not null references users,
  created_at timestamptz not null,
  primary key (suggestion_id, user_id)
);

-- Pictures in the live chat.
create table chat_pictures (
  id integer generated always as identity primary key,
  -- The account that the conversation is with, whoever uploaded.
  user_id integer not null references users,
  -- The operator who uploaded, null where the account did.
  operator_id integer references users,
  -- Null until it is sent: only who uploaded sees it, and it goes after a day.
  message_id integer unique references chat_messages,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  created_at timestamptz not null
);
create index chat_pictures_user on chat_pictures (user_id);
create index chat_pictures_unsent on chat_pictures (created_at) where message_id is null;

-- Letters to the operators from people without an account, left in the chat widget on any page.
create table chat_letters (
  id integer generated always as identity primary key,
  -- Made by the browser that sends the letter, so that one that is sent again is kept once.
  letter_id uuid not null unique,
  -- Whatever its writer typed: nobody has proved it.
  email text not null check (length(email) between 3 and 254),
  text text not null check (length(text) between 1 and 2000),
  -- The origin alone, as paths and queries can name people; null where the browser did not say.
  page_origin text check (length(page_origin) <= 300),
  created_at timestamptz not null,
  answered_at timestamptz
);
create index chat_letters_waiting on chat_letters (id) where answered_at is null;
create index chat_letters_age on chat_letters (created_at);
create index chat_letters_email on chat_letters (email);

-- ======== notifications =======================================================================================

-- Notifications: written in the transaction of the event that they report; mail and Telegram go out by jobs.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null,
  -- Names the event, so that nobody is told of it twice.
  event text not null,
  -- What its words are made of.
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;

-- Whose count of unread notifications has changed, for the open streams of every process. Many at once are everybody.
create function notify_unread() returns trigger language plpgsql as $$
declare
  people integer[];
begin
  select array_agg(distinct user_id) into people from changed;
  if cardinality(people) > 20 then
    perform pg_notify('notifications', '*');
  elsif cardinality(people) > 0 then
    perform pg_notify('notifications', person::text) from unnest(people) as person;
  end if;
  return null;
end $$;

create trigger unread_more after insert on notifications
  referencing new table as changed for each statement execute function notify_unread();
create trigger unread_less after update on notifications
  referencing new table as changed for each statement execute function notify_unread();

-- Only what somebody has chosen; what is not here is as the product proposes it.
create table notification_preferences (
  user_id integer not null references users,
  kind text not null,
  channel text not null check (channel in ('mail', 'telegram')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

create table telegram_messages (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  chat_id text not null,
  text text not null,
  path text,
  created_at timestamptz not null,
  sent_at timestamptz,
  due_at timestamptz not null default '-infinity',
  begun_at timestamptz,
  is_repeated boolean not null default false,
  failures integer not null default 0,
  given_up_at timestamptz,
  language text not null default 'en'
);
create index telegram_messages_waiting on telegram_messages (due_at) where sent_at is null and given_up_at is null;

create table telegram_links (
  user_id integer primary key references users,
  -- SHA-256 of the token in the link that opens the bot; gone with its first use.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  token_expires_at timestamptz,
  chat_id text unique,
  linked_at timestamptz,
  check ((chat_id is null) = (linked_at is null)),
  check ((token_hash is null) = (token_expires_at is null))
);

-- ======== db ==================================================================================================

-- Which part of the network had a process whose clock is wrong, by how much and when: the last one of each.
create table wrong_clocks (
  part text primary key check (part in ('settlement', 'ads', 'orders', 'payouts')),
  difference_ms bigint not null,
  -- By the database's clock.
  at timestamptz not null
);

-- The machines whose clocks were found to be more than a tenth of a second from the database's.
create table machine_clocks (
  machine text primary key check (length(machine) <= 253),
  -- Negative where it is behind.
  ahead_ms bigint not null,
  -- By the database's clock.
  at timestamptz not null
);

-- ======== earnings, what depends on the domains above =========================================================

-- A share by the earnings it is in, with the part of the fee that belongs to each.
create view earning_shares as
select campaign_id, window_start, unit_id, earning_id, net - waiting as net,
  (fee - floor(fee::numeric * waiting / net))::bigint as fee
from settlement_shares where net > waiting
union all
select campaign_id, window_start, unit_id, waiting_id, waiting, floor(fee::numeric * waiting / net)::bigint
from settlement_shares where waiting > 0;
