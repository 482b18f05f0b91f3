-- A text creative may have a logo and an illustration. They are kept among the banners, under sizes of their own, so
-- that they are checked, served and deleted by the same rules.

alter table creatives
  add column advert_logo integer references banners,
  add column advert_illustration integer references banners;
create index creatives_advert_logo on creatives (advert_logo) where advert_logo is not null;
create index creatives_advert_illustration on creatives (advert_illustration) where advert_illustration is not null;
