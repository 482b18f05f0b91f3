import type { Context } from '../context.ts'
import {
  auditPath,
  hashesOf,
  type Json,
  proveInclusion,
  readCheckpoint,
  readEpoch
} from '../public-log/index.ts'
import type { ChargeTree } from './charge-trees.ts'
import { promiseMs } from './create-receipts.ts'
import type { Outcome, Question, ReasonGiven } from './find-outcome.ts'
import type { PackedTree } from './packed-tree.ts'
import { writeForgotten, writeRejection } from './receipt.ts'
import { ensureReceiptKey } from './receipt-keys.ts'

type Parts = Pick<Context, 'db' | 'config' | 'now' | 'randomBytes'>
export type ProofAnswer = { status: 200 | 404 | 410; body: Json }

/** Builds the answer that is sent, which anyone can verify. */
export async function answerProof(
  context: Parts,
  asked: Question,
  outcome: Outcome
): Promise<ProofAnswer> {
  if (outcome.status === 'billed')
    return { status: 200, body: await proveBilled(context, asked, outcome) }
  if (outcome.status === 'rejected')
    return { status: 200, body: await stateReason(context, asked, outcome.reason) }
  if (outcome.status === 'pending') {
    const until = new Date(asked.received.getTime() + promiseMs(context.config)).toISOString()
    return { status: 200, body: { status: 'pending', until } }
  }
  if (outcome.status === 'forgotten')
    return { status: 410, body: await stateForgotten(context, asked) }
  return refusal(404, 'view_unknown', 'No such view was reported in that minute.')
}

export function refusal<Status extends number>(status: Status, code: string, message: string) {
  return { status, body: { code, message } }
}

async function proveBilled(
  { db }: Parts,
  { decision }: Question,
  { opened, tree, leaf }: { opened: ChargeTree['opened']; tree: PackedTree; leaf: number }
): Promise<Json> {
  const checkpoint = await readCheckpoint(db)
  if (!checkpoint || checkpoint.size <= opened.index)
    throw new Error('A charge is in the log without a checkpoint')
  const leafProof = await hashesOf(tree.node, auditPath(leaf, tree.size))
  return {
    status: 'billed',
    decision: decision.toString('hex'),
    leaf: tree.leaf(leaf).toString('hex'),
    leafIndex: leaf,
    leafProof: hexOf(leafProof),
    charge: opened.outer,
    salt: opened.salt.toString('hex'),
    index: opened.index,
    proof: hexOf(await proveInclusion(db, opened.index, checkpoint.size)),
    checkpoint: checkpoint.note
  }
}

async function stateReason(
  context: Parts,
  { decision, received }: Question,
  reason: ReasonGiven
): Promise<Json> {
  const { id: key, signing } = await ensureReceiptKey(context)
  const epoch = await readEpoch(context.db)
  const rejection = { decision, received, reason, key, at: context.now() }
  const statement = writeRejection({ ...rejection, origin: epoch?.origin ?? '' }, signing)
  return { status: 'rejected', reason, statement }
}

async function stateForgotten(context: Parts, { decision, received }: Question): Promise<Json> {
  const { id: key, signing } = await ensureReceiptKey(context)
  const origin = (await readEpoch(context.db))?.origin ?? ''
  const statement = writeForgotten({ decision, received, key, origin, at: context.now() }, signing)
  const { body } = refusal(410, 'view_forgotten', 'What proves that view is no longer kept.')
  return { ...body, statement }
}

export const hexOf = (hashes: readonly Buffer[]): string[] => hashes.map(it => it.toString('hex'))
