import { createApi } from '@mille/api/client.ts'
import { type ReactNode, useEffect, useState } from 'react'
import {
  createMemoryRouter,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
  redirect,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps
} from 'react-router'
import * as adminLayout from '../dashboard/app/admin/admin-layout.tsx'
import * as boundary from '../dashboard/app/errors/page-boundary.tsx'
import * as home from '../dashboard/app/home/home-page.tsx'
import { ApiProvider } from '../dashboard/app/page/app-context.tsx'
import { createPageContext, pageContext } from '../dashboard/app/page/loads/page-context.ts'
import * as root from '../dashboard/app/root.tsx'
import * as signIn from '../dashboard/app/sign-in/sign-in-page.tsx'
import { type PageNetwork, pageTransport } from './page-network.ts'

/** The exports of a route's module. */
export type PageModule = {
  default: (props: never) => ReactNode
  clientLoader?: (args: never) => unknown
  shouldRevalidate?: (args: never) => boolean
}

export type PageRouter = ReturnType<typeof createMemoryRouter>

export type PageStoryProps = {
  page: PageModule
  /** The route's path as in `dashboard/app/routes.ts`. */
  route: string
  /** The address to open. */
  path: string
  /** `router` is set as soon as the router is created. */
  shown: { network: PageNetwork; router: PageRouter | null }
}

/** A page of the dashboard in the app's frame, as the browser shows it after the page's loader has run. */
export function PageStory({ page, route, path, shown }: PageStoryProps) {
  const [{ api, router }] = useState(() => {
    const api = createApi({ transport: pageTransport(shown.network) })
    const router = createMemoryRouter(routesWith(page, route), {
      initialEntries: [path],
      getContext() {
        const context = new RouterContextProvider()
        const parts = { api, publicUrl: location.origin, language: null }
        context.set(pageContext, createPageContext({ ...parts, readTheme: () => 'system' }))
        return context
      }
    })
    shown.router = router
    return { api, router }
  })
  useEffect(() => () => router.dispose(), [router])
  return (
    <ApiProvider value={api}>
      <RouterProvider router={router} />
    </ApiProvider>
  )
}

function routesWith(page: PageModule, path: string): RouteObject[] {
  const frame = routeOf({ default: root.default, clientLoader: root.loader })
  return [
    {
      ...frame,
      id: 'root',
      path: '/',
      shouldRevalidate: root.shouldRevalidate,
      ErrorBoundary: withErrorBoundaryProps(root.ErrorBoundary as never),
      HydrateFallback: Nothing,
      children: [
        {
          Component: boundary.default,
          ErrorBoundary: withErrorBoundaryProps(boundary.ErrorBoundary as never),
          children: [
            routeAt(page, path),
            // The pages that users without access are redirected to.
            { ...routeOf(home), index: true },
            { ...routeOf(signIn), path: '/user/sign_in' }
          ]
        }
      ]
    }
  ]
}

function routeAt(page: PageModule, path: string): RouteObject {
  if (path === '/') return { ...routeOf(page), index: true }
  const route = { ...routeOf(page), path }
  return path.split('/')[0] === 'admin' ? { ...routeOf(adminLayout), children: [route] } : route
}

function routeOf({ default: Page, clientLoader, shouldRevalidate }: PageModule) {
  return {
    Component: withComponentProps(Page as never),
    ...(clientLoader && { loader: staying(clientLoader as LoaderFunction) }),
    ...(shouldRevalidate && { shouldRevalidate: shouldRevalidate as () => boolean })
  }
}

/** A story cannot load another document, so a redirect with a full page load becomes a redirect within the router. */
function staying(load: LoaderFunction): LoaderFunction {
  return async (args, handler) => {
    try {
      return await load(args, handler)
    } catch (thrown) {
      const isLeaving = thrown instanceof Response && thrown.headers.has('X-Remix-Reload-Document')
      throw isLeaving ? redirect(thrown.headers.get('Location') ?? '/') : thrown
    }
  }
}

/** Rendered before the first answer arrives. A real browser still shows the previous page at that time. */
function Nothing() {
  return null
}
