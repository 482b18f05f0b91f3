import type { Serve } from '../http/serve.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { moderationRoutes } from './moderation-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { orderRoutes } from './order-routes.ts'

export function marketplaceRoutes(serve: Serve): void {
  catalogRoutes(serve)
  offerRoutes(serve)
  orderRoutes(serve)
  messageRoutes(serve)
  moderationRoutes(serve)
}
