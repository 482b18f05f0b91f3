/** As Hono writes them. Each path is served with a slash at its end and without. */
export function routePaths(path: string): string[] {
  const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
  return [route, `${route}/`]
}
