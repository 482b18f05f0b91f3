import { readFile } from 'node:fs/promises'
import { systemClock } from '../context.ts'
import { checkReceipts, createAskNetwork } from '../receipts/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

const longestFile = 100_000_000

/**
 * `mille receipts check FILE URL`: exits with 1 if a promise was broken or a line is not a receipt, and with 2 if
 * something could not be checked. The command needs no database, so publishers can run it.
 */
export async function checkReceiptsFile(
  [act, file = '', address = '']: readonly string[],
  key: string | undefined
): Promise<Answer> {
  if (act !== 'check') throw new StartError(`Use receipts check <file> <url>, not receipts ${act}`)
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new StartError('Pass the address of the network, such as https://mille.example')
  const { origin } = new URL(address)
  const { result, lines } = await checkReceipts(await readText(file), {
    ...{ ask: createAskNetwork(origin), origin },
    ...{ key: key ?? null, now: systemClock }
  })
  return {
    text: lines.join('\n'),
    failed: result !== 'right',
    ...(result === 'unverified' ? { exitCode: 2 } : {})
  }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new StartError(`${file} cannot be read: ${why}`)
  })
  if (bytes.length > longestFile) throw new StartError(`${file} is too large: split it by lines`)
  return bytes.toString()
}
