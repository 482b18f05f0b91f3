export { readFees } from './fee-of-account.ts'
export { mayGiveAlone } from './given-alone.ts'
export {
  isOffered,
  readNotOffered,
  readSetting,
  settingChecks,
  withWithdrawalLimits
} from './queries.ts'
export { settingsRoutes } from './routes.ts'
export {
  acceptSharedValue,
  checkSharedValues,
  keepSharedValues,
  type SharedName,
  sharedNames
} from './shared-values.ts'
