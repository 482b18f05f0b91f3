import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from '../server/nonce.ts'
import { ApiProvider } from './page/app-context.tsx'
import { pageContext } from './page/loads/page-context.ts'
import { NonceProvider } from './page/theme/nonce-context.tsx'

const renderLimitMs = 10_000

/** All data is loaded before the first byte is sent, so the whole page is sent at once with the right status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider
) {
  const nonce = context.get(nonceContext)
  const body = await renderToReadableStream(
    <ApiProvider value={context.get(pageContext).api}>
      <NonceProvider value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceProvider>
    </ApiProvider>,
    // The page is sent in one piece, so that none of its larger parts waits for a script that moves it into place.
    {
      nonce,
      signal: AbortSignal.timeout(renderLimitMs),
      progressiveChunkSize: Number.MAX_SAFE_INTEGER
    }
  )
  await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}
