import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // All routes come with the first page: there are few, and no further address has to be served for them.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false
} satisfies Config
