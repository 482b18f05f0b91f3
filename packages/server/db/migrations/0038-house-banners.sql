-- Which banners a house ad has. They are kept, checked and served with the banners of campaigns. Each change of them also writes the row
-- in house_ads, which notifies the nodes that show ads.
create table house_ad_banners (
  house_ad_id integer not null references house_ads on delete cascade,
  banner_id integer not null references banners,
  primary key (house_ad_id, banner_id)
);
create index house_ad_banners_banner on house_ad_banners (banner_id);

create view shared_house_ad_banners as
select house_ad_id, banner_id from house_ad_banners;
