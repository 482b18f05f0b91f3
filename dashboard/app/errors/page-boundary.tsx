import { Outlet } from 'react-router'
import type { Route } from './+types/page-boundary.ts'
import { ErrorPage } from './error-page.tsx'

/**
 * The error boundary around every page, inside the frame. If a page fails, its error is shown in its place and the
 * frame remains.
 */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
