import {
  canonicalJson,
  chargeEntry,
  isSignatureOf,
  leafBytes,
  leafHash,
  rootByInclusion,
  sha256
} from '../../public-log/index.ts'
import { readForgotten, readRejection, receiptKeyId, type SignedReceipt } from '../receipt.ts'
import type { AskNetwork } from './ask-network.ts'
import type { LogView } from './follow-log.ts'
import { parseJson, readShownBill, type ShownBill } from './read-answers.ts'

export const findings = [
  'billed',
  'rejected',
  'pending',
  'forgotten',
  'broken',
  'unanswered'
] as const
/**
 * Result of a receipt's check, with a sentence for people. `broken` means that the network did not keep its promise.
 */
export type Found = { finding: (typeof findings)[number]; text: string }

const minuteMs = 60_000

/** Returns why a line is not a receipt of the network, as a sentence; null when it is one. */
export function whyNotGenuine(receipt: SignedReceipt, log: LogView): string | null {
  if (!log.origins.has(receipt.origin))
    return `it is a receipt of ${printable(receipt.origin)}, and not of ${log.key.name}`
  const key = log.receiptKeys.find(it => receiptKeyId(it).equals(receipt.key))
  if (!key) return 'the log has no key with which it could have been signed'
  return isSignatureOf(receipt.signed, receipt.signature, key) ? null : 'its signature is wrong'
}

/** Asks the network what became of the view, and believes only what is proven. */
export async function checkReceipt(
  ask: AskNetwork,
  log: LogView,
  receipt: SignedReceipt,
  now: Date
): Promise<Found> {
  const { decision, received, sealed, by } = receipt
  const asked = `received=${received.toISOString()}&sealed=${sealed.toString('hex')}`
  const answer = await ask(`/log/proofs/${decision.toString('hex')}?${asked}`)
  if (!answer.ok) return found('unanswered', answer.problem)
  const body = parseJson(answer.text)
  const status = answer.status === 200 ? body?.status : body?.code
  if (status === 'billed' && body) return checkBilled(log, receipt, body)
  if (status === 'rejected') return checkRejected(log, receipt, body?.statement)
  if (status === 'view_forgotten') return checkForgotten(log, receipt, body?.statement, now)
  if (status !== 'pending' && status !== 'view_unknown')
    return found('unanswered', `the network answered with ${answer.status} and no proof`)
  if (now <= by)
    return found('pending', `not settled yet; the network has until ${by.toISOString()}`)
  const why =
    status === 'pending' ? 'it is still not settled' : 'the network says that it was never reported'
  return found('broken', `promised by ${by.toISOString()}, and ${why}`)
}

async function checkBilled(
  log: LogView,
  { decision }: SignedReceipt,
  body: NonNullable<ReturnType<typeof parseJson>>
): Promise<Found> {
  const shown = readShownBill(body)
  if (!shown) return found('broken', 'the network says that it is billed, without a whole proof')
  const { leaf, leafIndex, leafProof, charge, views, salt, index, proof } = shown
  if (leaf.length !== leafBytes || !leaf.subarray(0, decision.length).equals(decision))
    return found('broken', 'the proof is of another view')
  const root = rootByInclusion(leafHash(leaf), leafIndex, views.count, leafProof)
  if (!root?.equals(views.root))
    return found('broken', 'the view is not among those of the charge that is shown')
  const followed = await log.follow(shown.checkpoint)
  if (!followed.ok) return found('broken', followed.problem)
  const digest = sha256(Buffer.from(canonicalJson(charge)))
  const entry = chargeEntry(salt, digest)
  const { checkpoint } = followed
  const logRoot = rootByInclusion(leafHash(entry), index, checkpoint.size, proof)
  return logRoot?.equals(checkpoint.root)
    ? found('billed', `billed, with entry ${index} of the log: ${shownOf(leaf, charge)}`)
    : found('broken', 'the charge that is shown is not in the log')
}

/**
 * Describes what the reader can compare with the page: the ad unit, and the charge's settlement period and currency.
 */
function shownOf(leaf: Buffer, { window, asset }: ShownBill['charge']): string {
  const [start, end] = Array.isArray(window) ? window.map(it => printable(String(it))) : []
  return `ad unit ${leaf.readUInt32BE(16)}, charged in ${printable(String(asset))} for ${start} to ${end}`
}

function checkRejected(log: LogView, receipt: SignedReceipt, statement: unknown): Found {
  const reason = readRejection(statement, receipt, log.receiptKeys)
  if (reason === null)
    return found('broken', 'the network says that it was rejected, and does not sign a reason')
  if (reason === 'lost_in_restore' && !isLost(log, receipt))
    return found(
      'broken',
      'the network says that a restore lost it, and the log has no such restore'
    )
  return found('rejected', `rejected: ${reason}`)
}

/**
 * Checks the network's statement that it no longer keeps a view: before the promised time that breaks the promise, and
 * after it the statement must be signed.
 */
function checkForgotten(
  log: LogView,
  receipt: SignedReceipt,
  statement: unknown,
  now: Date
): Found {
  const said = readForgotten(statement, receipt, log.receiptKeys)
  const saidAt = said && said < now ? said : now
  if (saidAt < receipt.kept)
    return found(
      'broken',
      `promised to be kept until ${receipt.kept.toISOString()}, and the network no longer keeps what proves it`
    )
  return said
    ? found('forgotten', 'the network no longer keeps what proves it')
    : found('unanswered', 'the network does not sign that it no longer keeps what proves it')
}

function isLost({ losses }: LogView, { received }: SignedReceipt): boolean {
  const end = new Date(received.getTime() + minuteMs)
  return losses.some(it => end > it.from && received <= it.until)
}

const found = (finding: Found['finding'], text: string): Found => ({ finding, text })

function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 100)
}
