export { setUnitExcluded, setVisitorExcluded, visitorId } from './counting/exclusions.ts'
export {
  readBusiestVisitors,
  readReasons,
  readSuspectUnits,
  type SuspectUnitRow,
  type SuspectVisitorRow
} from './counting/invalid-traffic-queries.ts'
export { ensurePartitions } from './counting/partitions.ts'
export { rebuildCounters } from './counting/rebuild-counters.ts'
export { createHeartbeat, lastHeartbeat } from './heartbeat.ts'
export { payable, readDemand } from './loading/demand.ts'
export { diagnosisRoutes } from './loading/diagnosis-routes.ts'
export { currentRates } from './loading/rates.ts'
export { ensureEventLogDays } from './log/postgres-days.ts'
export { deliveryRoutes } from './routes.ts'
export { scoreUnits } from './scoring/score-units.ts'
