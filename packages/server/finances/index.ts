export { userMoney } from './queries.ts'
export { financesRoutes } from './routes.ts'
