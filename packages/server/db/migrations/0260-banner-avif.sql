-- The same picture in a smaller form, for browsers that read it. Null: there is none, as for animations, for pictures that
-- gain too little, and for those uploaded before this column.
alter table banners add column avif bytea check (octet_length(avif) < octet_length(bytes));
