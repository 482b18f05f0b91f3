import { createApi } from '@mille/api/client.ts'
import { createFakeTransport } from '@mille/stores/shared/fake-transport.ts'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { ApiProvider } from '../dashboard/app/page/app-context.tsx'

type ApiFrameProps = {
  /** The server's answers to the calls of the part. */
  answer: Parameters<typeof createFakeTransport>[0]
  children: ReactNode
}

/** A part of a page with a server and a router of its own, which keep what they were first given. */
export function ApiFrame({ answer, children }: ApiFrameProps) {
  const [api] = useState(() => createApi({ transport: createFakeTransport(answer).transport }))
  const [router] = useState(() => createMemoryRouter([{ path: '/', element: children }]))
  return (
    <ApiProvider value={api}>
      <RouterProvider router={router} />
    </ApiProvider>
  )
}
