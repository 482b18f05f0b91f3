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
    if (typeof route.lazy === 'object') guardParts(route, route.lazy, importPage)
    guardPageCode(route.children ?? [], importPage)
  }
}

function guardParts(route: DataRouteObject, parts: object, importPage: ImportPage): void {
  const { id } = route
  let asked: Promise<PageCodeError | null> | null = null
  function ask() {
    asked ??= importPage(id).then(
      () => null,
      (cause: unknown) => new PageCodeError(`The code of ${id} cannot be had`, { cause })
    )
    return asked
  }
  const { loader } = route
  for (const [name, load] of Object.entries(parts)) {
    if (typeof load !== 'function') continue
    const guarded = async () => {
      const error = await ask()
      if (error === null) return load()
      // React Router waits forever for a load in progress when its code is refused: the load has to exist and fail.
      if (name === 'loader') return () => Promise.reject(error)
    }
    Object.assign(parts, { [name]: guarded })
  }
  // A page without a load of its own has one that React Router made, and would be drawn empty.
  if (typeof loader === 'function')
    route.loader = async (...given) => {
      const error = await ask()
      if (error) throw error
      return loader(...given)
    }
}
