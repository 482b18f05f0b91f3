import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { formatUuid } from '@mille/server/delivery/visitors/token.ts'

/** Milliseconds that a visitor looks at an ad: a little more than the second that a view requires. */
const lookMs = 1050
const pauseMs = 50

export type Sent = { token: string; userAgent: string; decidedAt: number }

export type Figures = {
  decided: number
  /** Number of requests that got no ad, or no answer at all. */
  notDecided: number
  /** Reason of the last request without an ad. */
  whyNot: string
  /** Number of views that were answered by 503 with Retry-After. */
  putOff: number
  /** Number of views that got no answer. */
  unanswered: number
  /** Number of copies of views that were sent together with the first report, or after it had been acknowledged. */
  copies: number
}

export type Load = {
  figures: Figures
  /** Decisions whose view was acknowledged. */
  acknowledged: Set<string>
  /** What was sent for the acknowledged decisions. */
  sent: Sent[]
  /** Decisions whose ad was clicked: a visitor goes on to the advertiser, whether or not the click can be counted. */
  clicked: Set<string>
  /** Requests no more ads, and sends the remaining views until all of them are acknowledged. */
  finish: () => Promise<void>
}

let visitors = 0

/**
 * Visitors who each request an ad from one of the servers, look at it for a second, and report it to any of the servers
 * until one has acknowledged it. Every third view is sent twice at the same time, as an unreliable network does, every
 * sixth again after it has been acknowledged, and every fifth ad is clicked.
 */
export function startLoad(origins: readonly string[], unit: number, atOnce: number): Load {
  const figures: Figures = {
    decided: 0,
    notDecided: 0,
    whyNot: '',
    putOff: 0,
    unanswered: 0,
    copies: 0
  }
  const acknowledged = new Set<string>()
  const done: Sent[] = []
  const clicked = new Set<string>()
  const waiting: Sent[] = []
  let isOn = true
  let turn = 0

  const anyOrigin = () => origins[turn++ % origins.length]

  async function askOn(): Promise<void> {
    while (isOn) {
      await ask()
      await sleep(pauseMs)
    }
  }

  async function reportOn(): Promise<void> {
    while (isOn || waiting.length > 0) {
      const [first] = waiting
      if (first && first.decidedAt + lookMs < Date.now()) {
        waiting.shift()
        await report(first)
      } else await sleep(pauseMs)
    }
  }

  async function ask(): Promise<void> {
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0 ${visitors++}`
    const headers = { 'user-agent': userAgent }
    const get = () => fetch(`${anyOrigin()}/serve/units/${unit}`, { headers })
    try {
      // A browser repeats a request if its kept-alive connection was closed without an answer.
      const response = await get().catch(get)
      const decision = (await response.json()) as Decision
      if (!decision.filled) throw new Error(`${response.status} ${decision.reason}`)
      const { token } = decision
      figures.decided += 1
      waiting.push({ token, userAgent, decidedAt: Date.now() })
    } catch (error) {
      figures.notDecided += 1
      figures.whyNot = `${(error as Error).message} ${(error as Error).cause ?? ''}`
    }
  }

  async function report(sent: Sent): Promise<void> {
    const nth = acknowledged.size
    const copies = nth % 3 === 0 ? 2 : 1
    figures.copies += copies - 1
    const answers = await Promise.all(Array.from({ length: copies }, () => sendView(sent)))
    if (!answers.includes(true)) {
      waiting.push(sent)
      await sleep(pauseMs)
      return
    }
    acknowledged.add(decisionOf(sent.token))
    done.push(sent)
    if (nth % 6 === 0) await sendLate(sent)
    if (nth % 5 === 0) await click(sent)
  }

  async function sendLate(sent: Sent): Promise<void> {
    figures.copies += 1
    await sleep(pauseMs)
    await sendView(sent)
  }

  async function click({ token, userAgent }: Sent): Promise<void> {
    clicked.add(decisionOf(token))
    const init = { headers: { 'user-agent': userAgent }, redirect: 'manual' as const }
    await fetch(`${anyOrigin()}/serve/click/${token}`, init).catch(() => {})
  }

  async function sendView(sent: Sent): Promise<boolean> {
    const answer = await postView(anyOrigin(), sent)
    if (answer === null) figures.unanswered += 1
    else if (answer.status === 503 && answer.headers.get('retry-after')) figures.putOff += 1
    return answer?.status === 204
  }

  const running = Promise.all(Array.from({ length: atOnce }, () => [askOn(), reportOn()]).flat())
  return {
    figures,
    acknowledged,
    sent: done,
    clicked,
    async finish() {
      isOn = false
      await running
    }
  }
}

/** Returns null if there is no answer, because this load expects that servers are killed. */
export async function postView(
  origin: string | undefined,
  { token, userAgent }: Sent
): Promise<Response | null> {
  const body = JSON.stringify({ token, kind: 'viewable' })
  const headers = { 'user-agent': userAgent }
  const post = () => fetch(`${origin}/serve/view`, { method: 'POST', body, headers })
  // The first attempt may have used a kept-alive connection that the server was closing.
  return post()
    .catch(post)
    .catch(() => null)
}

export function decisionOf(token: string): string {
  return formatUuid(Buffer.from(token, 'base64url').subarray(0, 16))
}
