export { payable, readDemand } from './demand.ts'
export { diagnosisRoutes } from './diagnosis-routes.ts'
export { setUnitExcluded, setVisitorExcluded, visitorId } from './exclusions.ts'
export { createHeartbeat, lastHeartbeat } from './heartbeat.ts'
export {
  readBusiestVisitors,
  readReasons,
  readSuspectUnits,
  type SuspectUnitRow,
  type SuspectVisitorRow
} from './invalid-traffic-queries.ts'
export { ensurePartitions } from './partitions.ts'
export { currentRates } from './rates.ts'
export { rebuildCounters } from './rebuild-counters.ts'
export { deliveryRoutes } from './routes.ts'
