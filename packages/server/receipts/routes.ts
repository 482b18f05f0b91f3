import type { Hono, Context as HonoContext } from 'hono'
import { cors } from 'hono/cors'
import type { Context } from '../context.ts'
import { EventLogUnavailable } from '../delivery/index.ts'
import { answerInTurn, type TakeTurn } from '../http/overload/crowd.ts'
import {
  type Json,
  proveInclusion,
  readCheckpoint,
  readReceiptEntries,
  UnreadableLogKeys
} from '../public-log/index.ts'
import { answerProof, hexOf, refusal } from './answer-proof.ts'
import { createChargeTrees } from './charge-trees.ts'
import { findOutcome, type Question } from './find-outcome.ts'

type Parts = Pick<Context, 'db' | 'pool' | 'config' | 'now' | 'randomBytes'>

/** Rate-limit cost of a proof in ordinary calls, since it reads the event log. */
const costOfProof = 15

/** Serves proofs of single views and the receipt keys, next to the files of the public log. */
export function serveReceipts(app: Hono, context: Parts, takeTurn: TakeTurn): void {
  const trees = createChargeTrees(context)

  async function prove(c: HonoContext): Promise<Response> {
    c.header('Cache-Control', 'no-store')
    const asked = readQuestion(c)
    if (!asked) {
      const { status, body } = refusal(400, 'invalid_question', questionHelp)
      return c.json(body, status)
    }
    try {
      const outcome = await findOutcome(context, trees, asked)
      const { status, body } = await answerProof(context, asked, outcome)
      return c.json(body, status)
    } catch (error) {
      if (!(error instanceof EventLogUnavailable || error instanceof UnreadableLogKeys)) throw error
      c.header('Retry-After', '5')
      const { status, body } = refusal(503, 'unavailable', 'Proofs cannot be made right now.')
      return c.json(body, status)
    }
  }

  app.use('/log/proofs/*', cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
  app.get('/log/proofs/:decision', c => answerInTurn(c, takeTurn, () => prove(c), costOfProof))
  app.use('/log/receipt-key', cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
  app.get('/log/receipt-key', c => answerInTurn(c, takeTurn, () => showKeys(c, context)))
}

/** Shows the receipt keys and the log's names, each with the proof that it is in the log. */
async function showKeys(c: HonoContext, { db }: Parts): Promise<Response> {
  const checkpoint = await readCheckpoint(db)
  if (!checkpoint) return c.text('This network has no public log yet.\n', 404)
  const { size, note } = checkpoint
  const entries: Json[] = []
  for (const { index, bytes } of await readReceiptEntries(db, size)) {
    const proof = hexOf(await proveInclusion(db, index, size))
    entries.push({ entry: JSON.parse(bytes.subarray(1).toString()), index, proof })
  }
  return c.json({ checkpoint: note, entries }, 200, { 'Cache-Control': 'public, no-cache' })
}

const questionHelp =
  'Ask for a decision as 32 hexadecimal digits or 22 characters of base64url, with the minute in which it was reported, ' +
  'such as ?received=2026-11-23T10:00:00.000Z, and with ?sealed= of the receipt if you have one.'

function readQuestion(c: HonoContext): Question | null {
  const decision = readDecision(c.req.param('decision') ?? '')
  const received = new Date(c.req.query('received') ?? '')
  const sealed = c.req.query('sealed')
  if (!decision || Number.isNaN(received.getTime())) return null
  if (received.getUTCFullYear() < 2000 || received.getUTCFullYear() > 2999) return null
  received.setUTCSeconds(0, 0)
  if (sealed === undefined) return { decision, received, sealed: null }
  return /^[0-9a-f]{32}$/.test(sealed)
    ? { decision, received, sealed: Buffer.from(sealed, 'hex') }
    : null
}

function readDecision(text: string): Buffer | null {
  if (/^[0-9a-f]{32}$/.test(text)) return Buffer.from(text, 'hex')
  return /^[\w-]{21}[AQgw]$/.test(text) ? Buffer.from(text, 'base64url') : null
}
