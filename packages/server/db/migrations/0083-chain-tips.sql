-- The block at `height`: another one there says that the chain was reorganised since it was read.
alter table chains add column tip_hash text;
