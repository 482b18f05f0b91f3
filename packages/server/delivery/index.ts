export type { DeliveryFigures } from './delivery-node.ts'
export { checkEventLog, readMissingCopies } from './event-log/check-event-log.ts'
export { EventLogUnavailable } from './event-log/event-log.ts'
export { latestMoment } from './event-log/latest-moment.ts'
export { ensureEventLogDays } from './event-log/postgres-days.ts'
export type { RecordView as ViewRecord } from './event-log/read-records.ts'
export { fields as recordFields, reasonsByCode } from './event-log/record.ts'
export { createHeartbeat, lastHeartbeat } from './heartbeat.ts'
export { setUnitExcluded, setVisitorExcluded, visitorId } from './invalid-traffic/exclusions.ts'
export {
  readBusiestVisitors,
  readReasons,
  readSuspectUnits,
  type SuspectUnitRow,
  type SuspectVisitorRow
} from './invalid-traffic/invalid-traffic-queries.ts'
export { adsToApproveRoutes } from './loading/ads-to-approve-routes.ts'
export { payable, readDemand } from './loading/demand.ts'
export { diagnosisRoutes } from './loading/diagnosis-routes.ts'
export { inBoth } from './loading/prices.ts'
export { currentRates } from './loading/rates.ts'
export { beginEventLog, isAnybodyHere } from './partitions/begin-event-log.ts'
export { readCountingLag } from './partitions/behind.ts'
export { closeCounting, closedUntilOf } from './partitions/close-windows.ts'
export {
  counterSums,
  readSummedUntil,
  sumChecks,
  sumCounters
} from './partitions/counter-sums.ts'
export { countIfNobodyDoes, createCounting } from './partitions/counting.ts'
export { type FoundView, findViews, isCountedUntil } from './partitions/find-views.ts'
export { countUnowned } from './partitions/leases.ts'
export { placeSumChecks, placeSums, readPlacesSummedUntil } from './partitions/place-sums.ts'
export { rebuildCounters } from './partitions/rebuild-counters.ts'
export { readRejectedCounts } from './partitions/rejected-counts.ts'
export { relayDecisions } from './partitions/relay-rules.ts'
export { readDaysSince, reportedDays } from './partitions/reported-places.ts'
export { countLog, showLog } from './partitions/show-log.ts'
export { findWrongCount } from './partitions/verify-counts.ts'
export {
  type NetworkViews,
  readNetworkViews,
  sumViewDays,
  viewDayChecks
} from './partitions/view-days.ts'
export { billableSince, visitBillable } from './partitions/visit-billable.ts'
export { previewRoutes } from './previews/preview-routes.ts'
export { readBrowser } from './requests/browser.ts'
export { createCountries } from './requests/countries.ts'
export {
  type InsideShare,
  isUndeclaredProxy,
  readInsideRequests
} from './requests/inside-requests.ts'
export {
  type CountedRequests,
  readNetworkRequests,
  readRequestCounts,
  requestSumChecks,
  requestSums
} from './requests/request-counts.ts'
export { createRequestLimit } from './requests/request-limit.ts'
export { deliveryRoutes } from './routes.ts'
export { scoreUnits } from './scoring/score-units.ts'
export { createHmacSha256 } from './visitors/hmac.ts'
export type { Receipts, RejectedReason } from './what-counts.ts'
