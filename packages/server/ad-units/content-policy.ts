export type Policy = ReadonlyMap<string, readonly string[]>
type Blocked = { directive: string; sources: readonly string[] }

/** Directives that apply to each kind of request. The first one that a policy contains counts. */
const directives = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src']
} as const
const ownDirective = {
  script: 'script-src',
  connect: 'connect-src',
  image: 'img-src',
  frame: 'frame-src'
} as const
export type Fetched = keyof typeof directives

/** Parses the policies in the text of a header or a meta element (Content Security Policy Level 3, section 2.2). */
export function parsePolicies(text: string): Policy[] {
  return text.split(',').map(policy => {
    const found = new Map<string, string[]>()
    for (const directive of policy.split(';')) {
      const [name, ...sources] = directive.split(/[\t\n\f\r ]+/).filter(it => it !== '')
      // If a directive occurs twice, the first one counts.
      if (name && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), sources)
    }
    return found
  })
}

/**
 * Returns the part of a policy that blocks an address of the network; null if nothing does. `isTrusted` says that the
 * tag has a nonce or a hash, whose correctness cannot be checked here, so the policy is then not reported.
 */
export function findBlocking(
  policy: Policy,
  kind: Fetched,
  { url, page, isTrusted = false }: { url: URL; page: URL; isTrusted?: boolean }
): Blocked | null {
  const directive = directives[kind].find(it => policy.has(it))
  const sources = directive && policy.get(directive)
  if (!sources) return null
  const small = sources.map(it => it.toLowerCase())
  if (kind === 'script') {
    if (isTrusted && small.some(it => /^'(nonce|sha256|sha384|sha512)-/.test(it))) return null
    // With `'strict-dynamic'`, addresses in the policy are ignored.
    if (small.includes("'strict-dynamic'")) return { directive, sources }
  }
  return sources.some(source => matches(source, url, page)) ? null : { directive, sources }
}

/** Returns the directive that would additionally allow the address; null if no directive can. */
export function allowing(
  kind: Fetched,
  { directive, sources }: Blocked,
  origin: string
): string | null {
  if (sources.some(it => it.toLowerCase() === "'strict-dynamic'")) return null
  const name = directive === 'default-src' ? ownDirective[kind] : directive
  const kept = sources.filter(it => it.toLowerCase() !== "'none'")
  return [name, ...kept, origin].join(' ')
}

const usualPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }
const portOf = (url: URL) => url.port || (usualPorts[url.protocol] ?? '')
/** According to section 6.7.2.9, a source that allows `http:` also allows `https:`. */
const allowsScheme = (allowed: string, asked: string) =>
  allowed === asked || (allowed === 'http:' && asked === 'https:')
const hostSource =
  /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*|(?:\*\.)?[^/:*?#[\]]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i

/** Checks whether a source expression matches a URL, as described in section 6.7.2.8. */
function matches(source: string, url: URL, page: URL): boolean {
  if (source === '*') return true
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return allowsScheme(source.toLowerCase(), url.protocol)
  if (source.toLowerCase() === "'self'") return isSelf(url, page)
  const [, scheme, host = '', port, path] = hostSource.exec(source) ?? []
  if (host === '' || !allowsScheme((scheme ?? page.protocol).toLowerCase(), url.protocol))
    return false
  return (
    allowsHost(host.toLowerCase(), url.hostname) && allowsPort(port, url) && allowsPath(path, url)
  )
}

function isSelf(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return true
  const isUsual = (it: URL) => portOf(it) === usualPorts[it.protocol]
  const isSamePort = portOf(url) === portOf(page) || (isUsual(url) && isUsual(page))
  return url.hostname === page.hostname && isSamePort && allowsScheme(page.protocol, url.protocol)
}

function allowsHost(allowed: string, host: string): boolean {
  if (allowed === '*') return true
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed
}

function allowsPort(allowed: string | undefined, url: URL): boolean {
  const port = portOf(url)
  if (allowed === undefined) return port === usualPorts[url.protocol]
  return allowed === '*' || allowed === port || (allowed === '80' && port === '443')
}

function allowsPath(allowed: string | undefined, { pathname }: URL): boolean {
  if (allowed === undefined || allowed === '/') return true
  return allowed.endsWith('/') ? pathname.startsWith(allowed) : pathname === allowed
}
