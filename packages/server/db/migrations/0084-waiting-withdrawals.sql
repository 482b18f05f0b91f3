-- Why a withdrawal that could be signed is not: too few coins, or the signer refuses it or does not answer.
alter table withdrawals add column waits_for text check (waits_for in ('coins', 'signer'));
