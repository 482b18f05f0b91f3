export type PageHeaderOptions = {
  nonce: string
  development: boolean
  /** A person is signed in, so the page has what only they may see. */
  isPersonal: boolean
  /** The page that verifies bills, in a worker of its own. */
  hasWorker: boolean
  /** Another site's widget opened this page in a window and has to hear from it. */
  hasOpener: boolean
  /** Its address is a secret that opens it: no other site, search engine or cache may come to know it. */
  isByLink: boolean
}

/** What every page is sent with. */
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
    // The nonce is good for one answer, so that no page may be kept by a cache in between.
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
    // A chart's bar has its height from the server as a style attribute; no attribute can load or run anything here.
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
    // Vite puts style sheets in as elements without a nonce and speaks over a web socket.
    directives['style-src'] = "'self' 'unsafe-inline'"
    directives['connect-src'] = "'self' ws: wss:"
    delete directives['require-trusted-types-for']
    delete directives['trusted-types']
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
