export { financesRoutes } from './routes.ts'
export { userMoney } from './wallets.ts'
