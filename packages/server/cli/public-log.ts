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
import { createReceiptKey, rewrapReceiptKeys } from '../receipts/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

const acts = { key: printKey, rekey, begin }

/** Runs `mille public-log key`, `rekey` and `begin`. */
export async function managePublicLog(
  context: Context,
  act: string | undefined,
  environment: Readonly<Record<string, string | undefined>>
): Promise<Answer> {
  if (act !== 'key' && act !== 'rekey' && act !== 'begin')
    throw new StartError(
      `Use public-log key, public-log anchors, public-log rekey, or public-log begin, not public-log ${act}`
    )
  return { text: await acts[act](context, environment) }
}

async function printKey({ db }: Context): Promise<string> {
  const epoch = await readEpoch(db)
  if (!epoch)
    throw new StartError('The public log is created when the server starts for the first time')
  const checkpoint = await readCheckpoint(db)
  const signed = checkpoint
    ? `\n${checkpoint.size} ${checkpoint.size === 1 ? 'entry' : 'entries'}, signed at ${checkpoint.at.toISOString()}`
    : ''
  return `${vkeyOf(epoch)}${signed}`
}

async function rekey(
  context: Context,
  { OLD_SECRET: before }: Readonly<Record<string, string | undefined>>
): Promise<string> {
  const secret = Buffer.from(before ?? '', /^[0-9a-f]+$/i.test(before ?? '') ? 'hex' : 'base64')
  if (secret.length < 32)
    throw new StartError('OLD_SECRET must be the previous SECRET, as hex or base64')
  const count = await context.db
    .transaction()
    .execute(
      async tx =>
        (await rewrapKeys(tx, context, secret)) + (await rewrapReceiptKeys(tx, context, secret))
    )
  await sealCharges(context)
  return `${count} keys of the public log are encrypted with the new SECRET`
}

async function begin(context: Context): Promise<string> {
  await context.db.transaction().execute(async tx => {
    await beginWithNewKeys(tx, context)
    await createReceiptKey(tx, context)
  })
  return `The public log continues with new keys: ${vkeyOf(await openPublicLog(context))}`
}
