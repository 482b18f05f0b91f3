-- The language of the pages of each ad unit.
create view unit_languages as
  select ad_units.id as unit_id, coalesce(language, 'unknown') as language from ad_units left join sites on sites.id = site_id;

-- Read by reports of campaigns by page language: campaign_unit_sums added up over the ad units whose pages are in one language.
-- The sums follow a site's current language: the trigger below moves them when it changes.
create table campaign_language_sums (
  bucket timestamptz not null,
  campaign_id integer not null,
  language text not null,
  banner_id integer not null,
  served bigint not null check (served >= 0),
  rendered bigint not null check (rendered >= 0),
  viewable bigint not null check (viewable >= 0),
  billable bigint not null check (billable >= 0),
  clicked bigint not null check (clicked >= 0),
  rejected bigint not null check (rejected >= 0),
  primary key (campaign_id, language, bucket, banner_id)
);
-- The same for charges of campaigns, from campaign_unit_share_sums.
create table campaign_language_share_sums (
  window_start timestamptz not null,
  campaign_id integer not null,
  language text not null,
  asset text not null,
  gross bigint not null check (gross >= 0),
  primary key (campaign_id, language, window_start, asset)
);
insert into campaign_language_sums (bucket, campaign_id, language, banner_id, served, rendered, viewable, billable, clicked, rejected)
  select bucket, campaign_id, coalesce(language, 'unknown') as language, banner_id, sum(served), sum(rendered), sum(viewable), sum(billable),
    sum(clicked), sum(rejected)
  from campaign_unit_sums left join unit_languages using (unit_id) group by 1, 2, 3, 4 order by 1, 2, 3, 4;
insert into campaign_language_share_sums (window_start, campaign_id, language, asset, gross)
  select window_start, campaign_id, coalesce(language, 'unknown') as language, asset, sum(gross)
  from campaign_unit_share_sums left join unit_languages using (unit_id) group by 1, 2, 3, 4 order by 1, 2, 3, 4;
create index campaign_language_sums_days on campaign_language_sums using brin (bucket) with (pages_per_range = 16, autosummarize = on);
create index campaign_language_share_sums_days on campaign_language_share_sums
  using brin (window_start) with (pages_per_range = 16, autosummarize = on);

-- Rows of a day are in the order of their campaigns, so the rows of an ad unit are scattered. These indexes contain every column that is read.
create index campaign_unit_sums_units on campaign_unit_sums (unit_id, bucket)
  include (campaign_id, banner_id, served, rendered, viewable, billable, clicked, rejected);
create index campaign_unit_share_sums_units on campaign_unit_share_sums (unit_id, window_start) include (campaign_id, asset, gross);

create function move_language_sums() returns trigger language plpgsql as $$
begin
  -- Adding up days and this trigger exclude each other: days that are added up already are moved, and later ones get the new language.
  perform from counter_sums_until for update;
  perform from share_sums_until for update;
  with moved as materialized (
    select bucket, campaign_id, banner_id, sum(served) as served, sum(rendered) as rendered, sum(viewable) as viewable,
      sum(billable) as billable, sum(clicked) as clicked, sum(rejected) as rejected
    from campaign_unit_sums where unit_id in (select id from ad_units where site_id = new.id) group by 1, 2, 3
  ), added as (
    insert into campaign_language_sums as sums
      (bucket, campaign_id, language, banner_id, served, rendered, viewable, billable, clicked, rejected)
    select bucket, campaign_id, new.language, banner_id, served, rendered, viewable, billable, clicked, rejected from moved
    on conflict (campaign_id, language, bucket, banner_id) do update set served = sums.served + excluded.served,
      rendered = sums.rendered + excluded.rendered, viewable = sums.viewable + excluded.viewable,
      billable = sums.billable + excluded.billable, clicked = sums.clicked + excluded.clicked, rejected = sums.rejected + excluded.rejected
  )
  update campaign_language_sums as sums set served = sums.served - moved.served, rendered = sums.rendered - moved.rendered,
    viewable = sums.viewable - moved.viewable, billable = sums.billable - moved.billable, clicked = sums.clicked - moved.clicked,
    rejected = sums.rejected - moved.rejected
  from moved where sums.campaign_id = moved.campaign_id and sums.language = old.language and sums.bucket = moved.bucket
    and sums.banner_id = moved.banner_id;
  delete from campaign_language_sums
    where language = old.language and (served, rendered, viewable, billable, clicked, rejected) = (0, 0, 0, 0, 0, 0);
  with moved as materialized (
    select window_start, campaign_id, asset, sum(gross) as gross
    from campaign_unit_share_sums where unit_id in (select id from ad_units where site_id = new.id) group by 1, 2, 3
  ), added as (
    insert into campaign_language_share_sums as sums (window_start, campaign_id, language, asset, gross)
    select window_start, campaign_id, new.language, asset, gross from moved
    on conflict (campaign_id, language, window_start, asset) do update set gross = sums.gross + excluded.gross
  )
  update campaign_language_share_sums as sums set gross = sums.gross - moved.gross
  from moved where sums.campaign_id = moved.campaign_id and sums.language = old.language and sums.window_start = moved.window_start
    and sums.asset = moved.asset;
  delete from campaign_language_share_sums where language = old.language and gross = 0;
  return null;
end $$;
create trigger language_sums after update of language on sites
  for each row when (old.language <> new.language) execute function move_language_sums();
