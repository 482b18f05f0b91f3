alter table lightning_node
  -- How often each part of the work around the node has failed since the node started, by the part's name.
  add column failures jsonb not null default '{}';
