-- What a unit shows when there is no campaign for it: the network's invitation, words and a link of the publisher's own,
-- or nothing at all, and then it takes no room.

alter table ad_units
  add column fallback text not null default 'invitation' check (fallback in ('invitation', 'own', 'collapse')),
  add column fallback_text text,
  add column fallback_link text,
  add check ((fallback = 'own') = (fallback_text is not null and fallback_link is not null));
