import type { DataRouteObject } from 'react-router'

/** The code of a page could not be loaded: the network is down, or the server has a newer build. */
export class PageCodeError extends Error {
  override name = 'PageCodeError'
}

type ImportPage = (id: string) => Promise<unknown>

/**
 * Loads a page's code before React Router does. React Router would answer a failure by reloading the current page,
 * which loses typed text and, if offline, the page itself. Here the page's loader fails instead. React Router loads
 * code only once, so after a failure the page needs a new document.
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
      // If the code fails to load, React Router waits forever for the loader, so this returns a loader that fails.
      if (name === 'loader') return () => Promise.reject(error)
    }
    Object.assign(parts, { [name]: guarded })
  }
  // A page without its own loader has one from React Router, which would render an empty page.
  if (typeof loader === 'function')
    route.loader = async (...given) => {
      const error = await ask()
      if (error) throw error
      return loader(...given)
    }
}
