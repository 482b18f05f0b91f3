-- What a description says once it is read: its tree for pages, and its first words for cards. A job fills in the rows that are older.
alter table publication_offers
  add description_tree jsonb,
  add summary text,
  add check ((description_tree is null) = (summary is null));
create index publication_offers_unread on publication_offers (id) where description_tree is null;
