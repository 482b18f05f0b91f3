import { Outlet } from 'react-router'
import type { Route } from './+types/page-boundary.ts'
import { ErrorPage } from './error-page.tsx'

/** Around every page and inside of the frame: what fails in a page is shown in its place, and nothing else changes. */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
