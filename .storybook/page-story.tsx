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

/** What the module of a route exports. */
export type PageModule = {
  default: (props: never) => ReactNode
  clientLoader?: (args: never) => unknown
  shouldRevalidate?: (args: never) => boolean
}

export type PageRouter = ReturnType<typeof createMemoryRouter>

export type PageStoryProps = {
  page: PageModule
  /** As in dashboard/app/routes.ts. */
  route: string
  /** The address that is opened. */
  path: string
  /** The router is put in as soon as it is there. */
  shown: { network: PageNetwork; router: PageRouter | null }
}

/** A page of the dashboard in its frame, as the browser has it after its loader has run. */
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
            // Where a person without rights is redirected.
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

/** A story has no other document to go to: the page that the app would load whole is shown in its place. */
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

/** Before the first answer: a browser waits on the page that it came from. */
function Nothing() {
  return null
}
