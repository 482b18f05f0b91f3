export { fundingAccounts, readDrawable, readDrawn, type SelfFunding } from './draw.ts'
export { type HoldClock, holdActive, holdMore, holdWindows, releaseHolds } from './hold-windows.ts'
export {
  type CampaignPage,
  campaignsAfter,
  campaignsToFund,
  campaignsToHold,
  groupsOf,
  lockCampaigns,
  type OpenHold,
  type PageRow,
  type Purse,
  pageOf,
  readPurses
} from './queries.ts'
export { isOpenAt, openMs, openPieces, openSpans, quarterMs, type Schedule } from './schedule.ts'
export {
  type Funds,
  maxFor,
  type Part,
  portionOf,
  priceOf,
  smallest,
  spendable,
  type Terms
} from './terms.ts'
export { insertTerms, type NewTerms, readSchedule, readTerms } from './terms-queries.ts'
export {
  comingTerms,
  type DrawTerms,
  nextCut,
  type TermsVersion,
  termsAt
} from './terms-versions.ts'
export { drawChecks } from './verify.ts'
export {
  alignDown,
  endedWindows,
  type SettlementWindow,
  startOfDay,
  windowAt,
  windowIndex,
  windowsPerDay
} from './window.ts'
