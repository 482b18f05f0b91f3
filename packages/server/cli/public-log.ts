import type { Context } from '../context.ts'
import {
  beginWithNewKeys,
  openPublicLog,
  readCheckpoint,
  readEpoch,
  rewrapKeys,
  sealCharges,
  vkeyOf
} from '../public-log/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

const acts = { key: printKey, rekey, begin }

/** `mille public-log key`, `rekey` and `begin`. */
export async function managePublicLog(
  context: Context,
  act: string | undefined,
  environment: Readonly<Record<string, string | undefined>>
): Promise<Answer> {
  if (act !== 'key' && act !== 'rekey' && act !== 'begin')
    throw new StartError(`The public log can be asked for key, rekey or begin, not ${act}`)
  return { text: await acts[act](context, environment) }
}

async function printKey({ db }: Context): Promise<string> {
  const epoch = await readEpoch(db)
  if (!epoch) throw new StartError('The public log begins with the first start of the server')
  const checkpoint = await readCheckpoint(db)
  const signed = checkpoint
    ? `\n${checkpoint.size} entries, signed at ${checkpoint.at.toISOString()}`
    : ''
  return `${vkeyOf(epoch)}${signed}`
}

async function rekey(
  context: Context,
  { OLD_SECRET: before }: Readonly<Record<string, string | undefined>>
): Promise<string> {
  const secret = Buffer.from(before ?? '', /^[0-9a-f]+$/i.test(before ?? '') ? 'hex' : 'base64')
  if (secret.length < 32)
    throw new StartError('OLD_SECRET has to be the SECRET from before, as hex or base64')
  const count = await context.db.transaction().execute(tx => rewrapKeys(tx, context, secret))
  await sealCharges(context)
  return `${count} keys of the public log are stored under the new SECRET`
}

async function begin(context: Context): Promise<string> {
  await context.db.transaction().execute(tx => beginWithNewKeys(tx, context))
  return `The public log goes on with new keys: ${vkeyOf(await openPublicLog(context))}`
}
