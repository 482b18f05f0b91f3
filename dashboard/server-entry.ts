import * as build from 'virtual:react-router/server-build'
import { createApi } from '@mille/api/client.ts'
import type { Transport } from '@mille/api/transport.ts'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createPageContext, pageContext } from './app/page/loads/page-context.ts'
import { languageOfPath } from './app/page/navigation/language-prefix.ts'
import { readTheme } from './app/page/theme/theme.ts'
import { nonceContext } from './server/nonce.ts'
import { pageHeaders } from './server/page-headers.ts'

export type PageOptions = {
  /** The application's own fetch, in the same process, with the visitor's cookies. */
  transport: Transport
  /** The network's public address, such as `https://mille.example`. */
  publicUrl: string
  /** Origins whose pages may open the sign-in page in a window and receive messages from it. */
  allowedOrigins: ReadonlySet<string>
  /** Whether the content security policy permits what Vite's development server needs. */
  development: boolean
}

// The cast is needed because the generated types and `exactOptionalPropertyTypes` disagree about `undefined`.
const ownBuild = build as ServerBuild
/** Request handlers by language prefix. The key null is for addresses without a prefix. */
const handlers = new Map<string | null, ReturnType<typeof createRequestHandler>>()

function handlerFor(language: string | null) {
  const known = handlers.get(language)
  if (known) return known
  const basename = language === null ? '/' : `/${language}`
  const handler = createRequestHandler({ ...ownBuild, basename }, import.meta.env.MODE)
  handlers.set(language, handler)
  return handler
}

/** Renders the requested page. All state belongs to this call, so that nothing is shared between visitors. */
export async function handlePage(request: Request, options: PageOptions): Promise<Response> {
  const nonce = crypto.randomUUID()
  const page = createPageContext({
    api: createApi({ transport: options.transport }),
    publicUrl: options.publicUrl,
    language: languageOfPath(new URL(request.url).pathname),
    mayHandOff: origin => options.allowedOrigins.has(origin),
    readTheme: () => readTheme(request.headers.get('Cookie') ?? '')
  })
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  context.set(nonceContext, nonce)

  const language = languageOfPath(new URL(request.url).pathname)
  const response = await handlerFor(language)(request, context)
  const development = options.development && import.meta.env.DEV
  const headers = pageHeaders({
    nonce,
    development,
    isPersonal: await page.isSignedIn(),
    hasWorker: /\/verify\/?$/.test(new URL(request.url).pathname),
    isByLink: new URL(request.url).pathname.includes('/reports/shared/'),
    hasOpener: isHandOff(new URL(request.url), options.allowedOrigins)
  })
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}

function isHandOff({ pathname, searchParams }: URL, allowedOrigins: ReadonlySet<string>): boolean {
  return pathname === '/user/sign_in' && allowedOrigins.has(searchParams.get('handoff') ?? '')
}
