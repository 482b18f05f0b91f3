export type PageHeaderOptions = {
  nonce: string
  development: boolean
  /** Whether a user is signed in, so that the page contains personal data. */
  isPersonal: boolean
  /** Whether this is the page that verifies bills in a worker. */
  hasWorker: boolean
  /** Whether another site's widget opened this page in a window and must receive its messages. */
  hasOpener: boolean
  /** Whether the page's address is a secret link, which no other site, search engine or cache may learn. */
  isByLink: boolean
}

/** Returns the response headers of a page. */
export function pageHeaders({
  nonce,
  development,
  isPersonal,
  hasWorker,
  hasOpener,
  isByLink
}: PageHeaderOptions): Array<[string, string]> {
  return [
    ['Content-Security-Policy', contentSecurityPolicy(nonce, { development, hasWorker })],
    ['Referrer-Policy', isByLink ? 'no-referrer' : 'strict-origin-when-cross-origin'],
    ...(isByLink ? ([['X-Robots-Tag', 'noindex']] satisfies [string, string][]) : []),
    ['X-Content-Type-Options', 'nosniff'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', hasOpener ? 'unsafe-none' : 'same-origin'],
    // The nonce is valid for one response only, so shared caches must not store a page.
    ['Cache-Control', isPersonal || isByLink ? 'private, no-store' : 'private, no-cache'],
    ['Vary', 'Cookie']
  ]
}

function contentSecurityPolicy(
  nonce: string,
  { development, hasWorker }: Pick<PageHeaderOptions, 'development' | 'hasWorker'>
): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    // The server sets the height of chart bars as style attributes. A style attribute cannot load or run anything here.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'"
  }
  if (hasWorker) {
    directives['worker-src'] = "'self'"
    directives['trusted-types'] = 'mille-verify'
  }
  if (development) {
    // Vite inserts style elements without a nonce and connects over a WebSocket.
    directives['style-src'] = "'self' 'unsafe-inline'"
    directives['connect-src'] = "'self' ws: wss:"
    delete directives['require-trusted-types-for']
    delete directives['trusted-types']
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
