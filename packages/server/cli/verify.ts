import type { Context } from '../context.ts'
import { chainProblem, reconcile, shortfallText } from '../payments/index.ts'
import { type BooksVerdict, verifyBooks } from '../seals/index.ts'
import type { Answer } from './answer.ts'

type Given = {
  /** Whether to compare the books with the blockchains too. */
  chain: boolean
  /** Whether to check everything from the beginning, not only what was added since the last verification. */
  full: boolean
}

/** Checks the books for consistency and, on request, against the blockchains. */
export async function verify(context: Context, { chain, full }: Given): Promise<Answer> {
  const books = await verifyBooks(context, { isIncremental: !full })
  const extent = [extentOf(books), books.note].filter(it => it !== null)
  if (!books.ok) return { text: [books.text, ...extent].join('\n'), failed: true }
  const text = [`The ledger is consistent: ${books.text}`, ...extent].join('\n')
  return chain ? verifyChain(context, text) : { text }
}

function extentOf({ since }: BooksVerdict): string {
  if (since === null) return 'Checked from the beginning'
  const [at, fullAt] = [since.at.toISOString(), since.fullAt.toISOString()]
  return `Checked since ${at}; everything before was proven on ${at}, and from the beginning on ${fullAt}: run mille verify --full to check it again`
}

async function verifyChain(context: Context, ledger: string): Promise<Answer> {
  const found = await reconcile(context).catch(whyNot)
  if (found instanceof Error)
    return { text: `${ledger}\nThe blockchain could not be read: ${found.message}`, failed: true }
  // The requested check did not take place, so the command fails and a nightly job notices.
  if (found.length === 0) {
    const missing =
      'No blockchain is connected: set BITCOIN_RPC_URL or ETHEREUM_RPC_URL as for the server'
    return { text: `${ledger}\n${missing}`, failed: true }
  }
  const strange = await chainProblem(context).catch(whyNot)
  if (strange instanceof Error)
    return { text: `${ledger}\nThe blockchain could not be read: ${strange.message}`, failed: true }
  if (strange !== null) return { text: `The blockchain differs: ${strange}`, failed: true }
  const short = found.filter(it => it.holdings < it.liabilities)
  const lines = found.map(it => shortfallText(it))
  if (short.length > 0)
    return { text: `Not enough funds on the blockchain: ${lines.join('; ')}`, failed: true }
  return { text: [ledger, ...lines].join('\n') }
}

/** Returns the error of a node that is unreachable or refuses a call; rethrows any other error, which is a bug. */
function whyNot(error: unknown): Error {
  const { name, message, cause } = error as Error
  const isAway = error instanceof TypeError && cause instanceof Error
  if (isAway) return new Error(`${message}, ${cause.message}`)
  if (!['RpcError', 'HttpRequestError', 'TimeoutError', 'NodeBehind'].includes(name)) throw error
  return new Error(message.split('\n')[0])
}
