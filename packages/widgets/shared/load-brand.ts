import type { Brand } from '@mille/api/brand/endpoints.ts'

/** Maximum wait for the name and the colors of the network, in milliseconds; a widget is then drawn without them. */
const maxMs = 300
const brands: Record<string, Promise<Brand>> = {}

/**
 * Loads the name and the colors of a network, once for all elements of a kind; the answer to another kind is in the
 * browser's cache. Undefined if the call fails or takes too
 * long; if its answer comes later, it is for what is drawn then, so that nothing changes its color while it is shown.
 */
export function loadBrand(server: string): Promise<Brand | undefined> {
  brands[server] ??= requestBrand(server)
  return Promise.race([
    brands[server],
    new Promise<undefined>(resolve => setTimeout(resolve, maxMs))
  ]).catch(() => undefined)
}

/** Other sites send no cookie with it. */
async function requestBrand(server: string): Promise<Brand> {
  return (await (await fetch(`${server}/api/v1/brand`)).json()).data.attributes
}
