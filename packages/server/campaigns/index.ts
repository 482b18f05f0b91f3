export { followSuspension } from './activity.ts'
export { type BannerRow, holdOwnBanners, picturesByIds } from './banner-queries.ts'
export {
  campaignIdsOf,
  countActiveCampaigns,
  findOwnCampaign,
  forgetCampaignLabels,
  hasRunningCampaigns,
  titleOfCampaign
} from './campaign-queries.ts'
export { creativeEvents, readPendingCreatives } from './creative-queries.ts'
export { noDates, readDates } from './dates.ts'
export { bannerResource } from './documents.ts'
export { fundByDeposit } from './funds.ts'
export { keepFunded, resumeFunded } from './keep-funded.ts'
export { listSilentLandings } from './landing-queries.ts'
export { decideCreative, readReviewQueue, withdrawCreative } from './moderation.ts'
export { campaignRoutes } from './routes.ts'
export {
  describeAds,
  findShownCreative,
  findShownCreatives,
  readReportedCreatives
} from './shown-creatives.ts'
export { notifyOfLowFunds, runOutOfFunds } from './state.ts'
export { readTrust } from './trust.ts'
export { watchLandings } from './watch-landings.ts'
