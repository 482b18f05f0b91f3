import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // All routes are sent with the first page, because there are few of them and no other endpoint is then needed.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false
} satisfies Config
