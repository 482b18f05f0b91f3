import type { Context } from '../context.ts'
import { anchoredBy, findAnchor } from '../payments/index.ts'
import { findAnchoredText, shownAnchors } from '../public-log/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

const shown = 100

/**
 * `mille log anchors`: lists the anchors, or checks a transaction or an output script. Exits with 1 if it anchors
 * nothing from this log.
 */
export async function showAnchors(context: Context, what: string | undefined): Promise<Answer> {
  if (what === undefined) return { text: await listAnchors(context) }
  const asked = what.toLowerCase()
  if (/^[0-9a-f]{64}$/.test(asked)) return checkTransaction(context, asked)
  const hash = /^([0-9a-f]{2})+$/.test(asked) ? anchoredBy(Buffer.from(asked, 'hex')) : null
  if (hash) return checkHash(context, hash, 'The script')
  throw new StartError(
    'Pass a transaction ID (64 hexadecimal digits), or the script of an OP_RETURN output that begins with 6a266d696c6c6531 (80 digits)'
  )
}

async function listAnchors({ db, config }: Context): Promise<string> {
  const anchors = await shownAnchors(db, shown)
  if (anchors.length === 0)
    return config.payments.isAnchoring
      ? 'No payout has carried a checkpoint yet. The next payout in BTC does'
      : 'No payout has carried a checkpoint. Set BITCOIN_ANCHORS=true to have one do so each day'
  return anchors
    .map(({ size, origin, transaction_id, block, confirmations }) => {
      const what = size === null ? 'a checkpoint that was lost' : `${entriesOf(size)} of ${origin}`
      const where = block
        ? `in block ${block.height} (${block.hash}), ${confirmationsOf(confirmations)}`
        : 'waiting for confirmation'
      return `${transaction_id}: ${what}, ${where}`
    })
    .join('\n')
}

async function checkTransaction(context: Context, id: string): Promise<Answer> {
  const found = await findAnchor(context.config.payments, id).catch((error: Error) => {
    throw new StartError(`The Bitcoin node gives no answer: ${error.message}`)
  })
  if (found === 'unconnected')
    throw new StartError(
      'No Bitcoin node is connected, so a transaction cannot be read: set BITCOIN_RPC_URL, or pass the script of its OP_RETURN output'
    )
  if (!found) return failed(`The Bitcoin node does not know the transaction ${id}`)
  if (!found.hash) return failed(`The transaction ${id} does not carry a checkpoint`)
  const answer = await checkHash(context, found.hash, `The transaction ${id}`)
  const { blockHash, confirmations } = found
  const where = blockHash
    ? `It is in block ${blockHash}, with ${confirmationsOf(confirmations)}`
    : 'It is in no block yet'
  return { ...answer, text: `${answer.text}\n${where}` }
}

async function checkHash({ db }: Context, hash: Buffer, what: string): Promise<Answer> {
  const text = await findAnchoredText(db, hash)
  if (text === null)
    return failed(`${what} commits to no checkpoint of this log: ${hash.toString('hex')}`)
  return { text: `${what} commits to this checkpoint:\n${text.trimEnd()}` }
}

const counted = (word: string, many: string) => (count: number) =>
  `${count} ${count === 1 ? word : many}`
const entriesOf = counted('entry', 'entries')
const confirmationsOf = counted('confirmation', 'confirmations')

const failed = (text: string): Answer => ({ text, failed: true })
