import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { formatUuid } from '@mille/server/delivery/visitors/token.ts'

/** A little more than the second that an ad has to be looked at. */
const lookMs = 1050
const pauseMs = 50

type Sent = { token: string; userAgent: string; decidedAt: number }

export type Figures = {
  decided: number
  /** Answers that were no ad, or none at all. */
  notDecided: number
  /** The last of them. */
  whyNot: string
  /** Views that were answered by 503 with Retry-After. */
  putOff: number
  /** Views that got no answer. */
  unanswered: number
}

export type Load = {
  figures: Figures
  /** Decisions whose view was acknowledged. */
  acknowledged: Set<string>
  /** Asks for no more ads, and sends what was seen until all of it is acknowledged. */
  finish: () => Promise<void>
}

let visitors = 0

/**
 * Visitors who each ask one of the servers for an ad, look at it for a second, and tell any of the servers until one
 * has acknowledged it. Every third view is sent twice at once, as a nervous network does.
 */
export function startLoad(origins: readonly string[], unit: number, atOnce = 30): Load {
  const figures: Figures = { decided: 0, notDecided: 0, whyNot: '', putOff: 0, unanswered: 0 }
  const acknowledged = new Set<string>()
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
    try {
      const response = await fetch(`${anyOrigin()}/serve/units/${unit}`, { headers })
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
    const copies = acknowledged.size % 3 === 0 ? 2 : 1
    const answers = await Promise.all(Array.from({ length: copies }, () => sendView(sent)))
    if (answers.includes(true)) acknowledged.add(decisionOf(sent.token))
    else {
      waiting.push(sent)
      await sleep(pauseMs)
    }
  }

  async function sendView({ token, userAgent }: Sent): Promise<boolean> {
    try {
      const body = JSON.stringify({ token, kind: 'viewable' })
      const headers = { 'user-agent': userAgent }
      const response = await fetch(`${anyOrigin()}/serve/view`, { method: 'POST', body, headers })
      if (response.status === 503 && response.headers.get('retry-after')) figures.putOff += 1
      return response.status === 204
    } catch {
      // A server that was killed is nothing that this load is surprised by.
      figures.unanswered += 1
      return false
    }
  }

  const running = Promise.all(Array.from({ length: atOnce }, () => [askOn(), reportOn()]).flat())
  return {
    figures,
    acknowledged,
    async finish() {
      isOn = false
      await running
    }
  }
}

export function decisionOf(token: string): string {
  return formatUuid(Buffer.from(token, 'base64url').subarray(0, 16))
}
