import type { BrowserContext, Download, Page, Request } from 'playwright/test'

/** What the pages of a context did since they were asked last, and what was wrong with it. */
export type Watch = {
  /** What was wrong, and forgets it. */
  takeFaults: () => string[]
  /** Resets the watch: nothing was requested, refused or handed over yet. */
  restart: () => void
  /** Whether anything was asked for: of a server, or of the person. */
  hasAsked: () => boolean
  /** Answers of 422, which a page has to tell. */
  refusals: () => readonly string[]
  downloads: () => readonly Download[]
  /** Waits until nothing is under way; what does not end is a fault. */
  settle: () => Promise<void>
  /** Does not wait for a request that the crawler holds back. */
  forget: (request: Request) => void
}

export type Expected = ReadonlyArray<{
  call: string
  status: number
  why: string
  /** Nothing that the person would have to know. */
  isSilent?: boolean
}>

const quietMs = 120

/** Listens to the pages of a context: to their console, to what they ask for, and to what they hand to a person. */
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
    // A window of the system's, to choose a file in.
    page.on('filechooser', () => {
      hasAsked = true
    })
    page.on('dialog', it => void it.accept().catch(() => {}))
  }

  for (const page of context.pages()) listen(page)
  context.on('page', listen)
  context.on('request', request => {
    hasAsked = true
    // A stream has no end to wait for.
    if (!/\/(stream|events)\b/.test(request.url())) pending.add(request)
    quietSince = Date.now()
  })
  context.on('requestfinished', end)
  context.on('requestfailed', request => {
    end(request)
    const error = request.failure()?.errorText ?? ''
    // What a page no longer needs when it is left, and what becomes a file.
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
    // The answer itself is held above, with its address.
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
