/** Converts a path to Hono's syntax. Each path is served with and without a trailing slash. */
export function routePaths(path: string): string[] {
  const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
  return [route, `${route}/`]
}
