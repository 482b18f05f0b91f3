type Send = (body: string) => Promise<Response>
type Fields = Record<string, unknown>
type Call = { id: unknown; method: string; params?: unknown[] }

/** Index of the parameter that names the block, by RPC method. */
const blockPlaces: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getLogs: 0
}

/** Answers as a node that lacks the last blocks would: asks the up-to-date node and leaves those blocks out. */
export async function answerBehind(send: Send, body: string, blocks: number): Promise<Response> {
  const asked: Call | Call[] = JSON.parse(body)
  const tip = await ask(send, { id: 1, method: 'eth_blockNumber' })
  const last = Number(tip.result) - blocks
  const answers = await Promise.all([asked].flat().map(it => answerOne(send, it, last)))
  return Response.json(Array.isArray(asked) ? answers : answers[0])
}

async function ask(send: Send, call: Call): Promise<Fields> {
  const answer: unknown = await (await send(JSON.stringify({ jsonrpc: '2.0', ...call }))).json()
  if (!isFields(answer)) throw new Error('The node does not answer as one')
  return answer
}

async function answerOne(send: Send, call: Call, last: number): Promise<Fields> {
  const { id, method } = call
  const empty = { jsonrpc: '2.0', id, result: method === 'eth_getLogs' ? [] : null }
  if (method === 'eth_blockNumber') return { ...empty, result: hex(last) }
  const place = blockPlaces[method]
  const params = [...(call.params ?? [])]
  if (place !== undefined) {
    const limited = limit(params[place], last)
    if (limited === null) return empty
    params[place] = limited
  }
  const answer = await ask(send, { id, method, params })
  return { ...answer, result: without(method, answer.result, last) }
}

/** Limits a block parameter to the last visible block; returns null if it asks only for blocks that are hidden. */
function limit(which: unknown, last: number): unknown {
  if (isFields(which)) {
    if (Number(which.fromBlock) > last) return null
    return { ...which, toBlock: hex(Math.min(Number(which.toBlock), last)) }
  }
  if (typeof which !== 'string' || !which.startsWith('0x')) return hex(last)
  return Number(which) > last ? null : which
}

function without(method: string, result: unknown, last: number): unknown {
  if (!isFields(result)) return result
  const isMissing = Number(result.blockNumber ?? result.number ?? 0) > last
  if (!isMissing) return result
  if (method === 'eth_getTransactionByHash')
    return { ...result, blockNumber: null, blockHash: null, transactionIndex: null }
  return null
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const hex = (value: number) => `0x${value.toString(16)}`
