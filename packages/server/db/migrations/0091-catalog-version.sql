-- Facets are counted in memory, from rows that are read again when this number is another.

create table publication_catalog (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);
insert into publication_catalog (version) values (1);

create function raise_catalog_version() returns trigger language plpgsql as $$
begin
  update publication_catalog set version = version + 1;
  return null;
end $$;
create trigger catalog_version after insert or delete or update of
  state, publication_offer_type, languages, categories, domain_name, promotion_level, price_us_cents
  on publication_offers for each statement execute function raise_catalog_version();
