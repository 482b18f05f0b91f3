import type { DataRouteObject } from 'react-router'

/** The code of a page cannot be had: the network is away, or the server has a newer build. */
export class PageCodeError extends Error {
  override name = 'PageCodeError'
}

type ImportPage = (id: string) => Promise<unknown>

/**
 * Asks for the code of a page before React Router does, which answers a failure by loading the shown page again: what was
 * typed there would be gone, and without a network the page too. Here the page's load fails instead, as one whose data
 * cannot be had. React Router asks for code once, so that such a page can only be had whole from then on.
 */
export function guardPageCode(routes: readonly DataRouteObject[], importPage: ImportPage): void {
  for (const route of routes) {
    if (typeof route.lazy === 'object') guardParts(route.lazy, route.id, importPage)
    guardPageCode(route.children ?? [], importPage)
  }
}

function guardParts(parts: object, id: string, importPage: ImportPage): void {
  let asked: Promise<PageCodeError | null> | null = null
  function ask() {
    asked ??= importPage(id).then(
      () => null,
      (cause: unknown) => new PageCodeError(`The code of ${id} cannot be had`, { cause })
    )
    return asked
  }
  const hasLoader = 'loader' in parts && parts.loader !== undefined
  for (const [name, load] of Object.entries(parts)) {
    if (typeof load !== 'function') continue
    const guarded = async () => {
      const error = await ask()
      if (error === null) return load()
      // React Router waits for a load that is on its way for ever when its code is refused: it has to be there and fail.
      if (name === 'loader') return () => Promise.reject(error)
      if (!hasLoader) throw error
    }
    Object.assign(parts, { [name]: guarded })
  }
}
