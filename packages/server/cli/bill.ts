import { open } from 'node:fs/promises'
import { formatAmount } from '@mille/money/amount.ts'
import { billLines, planBill, type Subject } from '../bills/index.ts'
import type { Context } from '../context.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

const kinds = { campaign: 'campaign', 'ad-unit': 'unit' } as const
const progressMs = 1000

type Asked = {
  kind: string | undefined
  id: string | undefined
  file: string
  kept: string | undefined
}

/** Writes the bill of a campaign or an ad unit to a file. */
export async function writeBill(context: Context, asked: Asked): Promise<Answer> {
  const { kind, id, file, kept } = asked
  const [, unitId, asset = 'BTC'] = /^(\d{1,9})(?::(BTC|USD))?$/.exec(id ?? '') ?? []
  if ((kind !== 'campaign' && kind !== 'ad-unit') || unitId === undefined)
    throw new StartError(
      'A bill is of a campaign and its id, or of an ad-unit and its id, such as 12 or 12:USD'
    )
  if (kept !== undefined && !/^\d{1,15}$/.test(kept))
    throw new StartError('--kept takes the number of entries of a checkpoint')
  const subject = { [kinds[kind]]: Number(unitId) } as Subject
  const request = {
    subject,
    asset: asset === 'USD' ? 'USD' : 'BTC',
    from: null,
    until: null
  } as const
  const plan = await planBill(context, {
    ...request,
    kept: kept === undefined ? null : Number(kept)
  })
  const handle = await open(file, 'w')
  try {
    let [bytes, saidAt] = [0, Date.now()]
    let first: Buffer | null = null
    let last: Buffer = Buffer.alloc(0)
    for await (const line of billLines(context, plan)) {
      await handle.write(line)
      bytes += line.length
      first ??= line
      last = line
      if (Date.now() - saidAt < progressMs) continue
      saidAt = Date.now()
      process.stderr.write(`${Math.ceil(bytes / 1000)} kB\n`)
    }
    const { asset } = JSON.parse(String(first))
    const { charges, views, total } = JSON.parse(last.toString())
    return {
      text: `Wrote ${charges} charges with ${views} views, ${formatAmount(BigInt(total))} ${asset} in all, into ${file}`
    }
  } finally {
    await handle.close()
  }
}
