export { beginEventLog, isAnybodyHere } from './counting/begin-event-log.ts'
export { readCountingLag } from './counting/behind.ts'
export { closeCounting, closedUntilOf } from './counting/close-windows.ts'
export {
  counterSums,
  readSummedUntil,
  sumChecks,
  sumCounters
} from './counting/counter-sums.ts'
export { countIfNobodyDoes, createCounting } from './counting/counting.ts'
export { type FoundView, findViews, isCountedUntil } from './counting/find-views.ts'
export { accountPlaces, placeSumCheck, readPlacesSummedUntil } from './counting/place-sums.ts'
export { rebuildCounters } from './counting/rebuild-counters.ts'
export { readRejectedCounts } from './counting/rejected-counts.ts'
export { relayDecisions } from './counting/relay-rules.ts'
export { readDaysSince, reportedDays } from './counting/reported-places.ts'
export { countLog, showLog } from './counting/show-log.ts'
export { findWrongCount } from './counting/verify-counts.ts'
export {
  type NetworkViews,
  readNetworkViews,
  sumViewDays,
  viewDayChecks
} from './counting/view-days.ts'
export { billableSince, visitBillable } from './counting/visit-billable.ts'
export { createHeartbeat, lastHeartbeat } from './heartbeat.ts'
export { setUnitExcluded, setVisitorExcluded, visitorId } from './invalid-traffic/exclusions.ts'
export {
  readBusiestVisitors,
  readReasons,
  readSuspectUnits,
  type SuspectUnitRow,
  type SuspectVisitorRow
} from './invalid-traffic/invalid-traffic-queries.ts'
export { payable, readDemand } from './loading/demand.ts'
export { diagnosisRoutes } from './loading/diagnosis-routes.ts'
export { currentRates } from './loading/rates.ts'
export { checkEventLog, readMissingCopies } from './log/check-event-log.ts'
export { EventLogUnavailable } from './log/event-log.ts'
export { latestMoment } from './log/latest-moment.ts'
export { ensureEventLogDays } from './log/postgres-days.ts'
export type { RecordView as ViewRecord } from './log/read-records.ts'
export { fields as recordFields, reasonsByCode } from './log/record.ts'
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
export { deliveryRoutes } from './routes.ts'
export { scoreUnits } from './scoring/score-units.ts'
export { createHmacSha256 } from './visitors/hmac.ts'
export type { Receipts, RejectedReason } from './what-counts.ts'
