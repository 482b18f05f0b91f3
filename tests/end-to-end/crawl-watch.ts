import type { BrowserContext, Download, Page, Request } from 'playwright/test'

/** Records what the pages of a context do and what is wrong with it, since the last `restart`. */
export type Watch = {
  /** Returns the faults so far and forgets them. */
  takeFaults: () => string[]
  /** Resets the watch, as if nothing had been requested, refused, or downloaded yet. */
  restart: () => void
  /** Whether the page has asked for anything: a request to a server, or a question to the person. */
  hasAsked: () => boolean
  /** Calls that were answered with 422, which the page has to show. */
  refusals: () => readonly string[]
  downloads: () => readonly Download[]
  /** Waits until no request is pending; a request that does not end is a fault. */
  settle: () => Promise<void>
  /** Stops waiting for a request that the crawler holds back. */
  forget: (request: Request) => void
}

export type Expected = ReadonlyArray<{
  call: string
  status: number
  why: string
  /** Whether the answer is nothing that the person would have to know. */
  isSilent?: boolean
}>

const quietMs = 120

/** Listens to the pages of a context: their console, requests, and downloads. */
export function watchContext(
  context: BrowserContext,
  expected: Expected,
  foreverMs: number
): Watch {
  const faults: string[] = []
  const pending = new Set<Request>()
  let refusals: string[] = []
  let downloads: Download[] = []
  let hasAsked = false
  let quietSince = Date.now()
  const end = (request: Request) => {
    if (pending.delete(request)) quietSince = Date.now()
  }
  const listen = (page: Page) => {
    page.on('download', it => void downloads.push(it))
    // The operating system's window for choosing a file.
    page.on('filechooser', () => {
      hasAsked = true
    })
    page.on('dialog', it => void it.accept().catch(() => {}))
  }

  for (const page of context.pages()) listen(page)
  context.on('page', listen)
  context.on('request', request => {
    hasAsked = true
    // An event stream has no end to wait for.
    if (!/\/(stream|events)\b/.test(request.url())) pending.add(request)
    quietSince = Date.now()
  })
  context.on('requestfinished', end)
  context.on('requestfailed', request => {
    end(request)
    const error = request.failure()?.errorText ?? ''
    // Requests are aborted when their page is left, and when their answer becomes a download.
    if (!/ERR_ABORTED/.test(error)) faults.push(`${callOf(request)}: ${error}`)
  })
  context.on('response', response => {
    const type = response.headers()['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) end(response.request())
    const status = response.status()
    const call = callOf(response.request())
    const known = expected.filter(it => isExpected(it, call, status))
    if (status === 422 && !known.some(it => it.isSilent)) refusals.push(call)
    if (status < 400 || known.length > 0) return
    faults.push(`${call}: ${status}`)
  })
  context.on('console', message => {
    // The response handler has already recorded failed answers, with their address.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  context.on('weberror', it => void faults.push(`thrown: ${it.error().message}`))

  return {
    takeFaults: () => faults.splice(0),
    restart() {
      refusals = []
      downloads = []
      hasAsked = false
    },
    hasAsked: () => hasAsked,
    refusals: () => refusals,
    downloads: () => downloads,
    forget: end,
    async settle() {
      const deadline = Date.now() + foreverMs
      const isQuiet = () => pending.size === 0 && Date.now() - quietSince > quietMs
      while (!isQuiet() && Date.now() < deadline) await new Promise(done => setTimeout(done, 20))
      const left = [...pending].map(callOf)
      if (left.length > 0) faults.push(`does not end: ${left.join(', ')}`)
      pending.clear()
    }
  }
}

function callOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`
}

function isExpected({ call, status }: Expected[number], asked: string, given: number): boolean {
  return status === given && new RegExp(`^${call}$`).test(asked)
}
