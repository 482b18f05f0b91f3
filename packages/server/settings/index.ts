export { isOffered, readNotOffered, readSetting, readWithdrawalLimits } from './queries.ts'
export { settingsRoutes } from './routes.ts'
