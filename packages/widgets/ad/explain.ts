import type { EmptyReason } from '@mille/api/delivery/protocol.ts'
import { warnOnce } from '../shared/registry.ts'
import type { WidgetElement } from '../shared/widget-element.ts'

/**
 * Reasons for showing nothing although the network did not answer that the unit is empty. docs/placing-ads.md explains
 * each.
 */
export type FailureReason = keyof typeof words

export type Page = {
  signal: AbortSignal
  emit: (
    name: 'closed' | 'error' | 'empty',
    detail?: { reason: FailureReason | EmptyReason | undefined }
  ) => void
}

export const words = {
  unit_missing: 'the attribute "unit" is not the number of an ad unit',
  server_invalid: 'the attribute "server" is not an address',
  network: 'the network did not answer',
  blocked: 'the Content-Security-Policy of this page forbids it',
  answer: 'the answer was not from an ad network',
  picture: 'the image did not load',
  no_room: 'its place is too small for the image',
  side_taken: 'another ad is shown at its side of the screen'
}

/** Wait for a policy violation event, in milliseconds; the browser reports it at once. */
const policyMs = 100

/** Page in the repository of package.json that has a heading for each reason. */
export const documentation = 'https://github.com/your-fork/mille/blob/main/docs/placing-ads.md'

/**
 * Sends `error` with the reason, and logs it to the console once for each unit and reason. If the network did not
 * answer, the element retries when the browser is back online. `cause` is the thrown value, or the banner's picture
 * that did not load or did not fit.
 */
export async function explain(root: ShadowRoot, cause: unknown, page: Page): Promise<void> {
  const { signal, emit } = page
  const host = root.host as WidgetElement
  const reason = await findReason(root, host, cause)
  if (signal.aborted) return
  emit('error', { reason })
  if (reason === 'network') addEventListener('online', () => host.refresh(), { once: true, signal })
  warn(host.getAttribute('unit'), `shows no ad: ${words[reason]}`, reason)
}

/** Logs the reason that the network gave for a decision without an ad. */
export function warnOfEmpty({ unit, reason }: { unit: string; reason: EmptyReason }): void {
  warn(unit, `is empty: ${reason}`, reason === 'unit_unknown' ? reason : 'without-an-ad')
}

/** Logs that the policy of the page forbids the page of another network. */
export function warnOfFallback(unit: string, host: string): void {
  warn(unit, `is empty: ${words.blocked}: frame-src ${host}`, 'another-network')
}

function warn(unit: string | null, what: string, heading: string): void {
  try {
    warnOnce(`mille-ad ${unit ?? ''} ${what}. ${documentation}#${heading}`)
  } catch {
    // A page may replace `console`; an error in it has nothing to do with the ad.
  }
}

async function findReason(
  root: ShadowRoot,
  host: WidgetElement,
  cause: unknown
): Promise<FailureReason> {
  if (cause === 'side_taken') return cause
  if (!(Number(host.getAttribute('unit')) > 0)) return 'unit_missing'
  if (cause instanceof HTMLImageElement) {
    const { src, naturalWidth } = cause
    if (naturalWidth) return 'no_room'
    const ask = () => Object.assign(new Image(), { src })
    return (await isForbidden(new URL(src).origin, ask)) ? 'blocked' : 'picture'
  }
  if (cause instanceof HTMLCanvasElement) return isDrawn(cause) ? 'no_room' : 'picture'
  let home: string
  try {
    home = host.home
  } catch {
    return 'server_invalid'
  }
  // A drawn ad or a rejected value means that an answer arrived. Browsers throw a TypeError if none did.
  const isAnswered = root.querySelector('.frame') || typeof cause === 'string'
  if (isAnswered || cause instanceof SyntaxError) return 'answer'
  return (await isForbidden(home, () => probe(home))) ? 'blocked' : 'network'
}

function isDrawn(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas
  return !!canvas.getContext('2d')?.getImageData(0, 0, width, height).data.some(Boolean)
}

/**
 * Returns whether the page's policy forbids the request that `ask` repeats: browsers report it only to listeners
 * present at that moment. If the policy has a report address, the violation is reported twice.
 */
function isForbidden(origin: string, ask: () => unknown): Promise<boolean> {
  return new Promise(resolve => {
    const listening = new AbortController()
    const finish = (isForbidden: boolean) => {
      listening.abort()
      clearTimeout(timer)
      resolve(isForbidden)
    }
    const timer = setTimeout(finish, policyMs, false)
    document.addEventListener(
      'securitypolicyviolation',
      ({ blockedURI, disposition }) => {
        if (disposition === 'enforce' && blockedURI.startsWith(origin)) finish(true)
      },
      listening
    )
    ask()
  })
}

/** Sends a request without a unit, which is not counted and needs no CORS permission. */
async function probe(home: string): Promise<void> {
  try {
    await fetch(`${home}/serve/units/`, { method: 'HEAD', mode: 'no-cors' })
  } catch {
    // A failure is expected; the violation event tells whether the policy forbids the request.
  }
}
