import type { NotificationKind } from '@mille/api/notifications/kinds.ts'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import type { Context } from '../context.ts'
import { textsIn } from '../languages/texts.ts'
import { checkpointText } from './checkpoint.ts'
import { readEpochs } from './epochs.ts'
import { readCheckpoint } from './read-log.ts'

/** Emails about charges, or about money from charges, which carry the last checkpoint. */
const aboutCharges: ReadonlySet<string> = new Set<NotificationKind>([
  'account_low_funds',
  'campaign_low_funds',
  'campaign_out_of_funds',
  'charge_returned',
  'earnings_released',
  'earnings_taken_back',
  'withdrawal_sent'
])

/**
 * Returns the last checkpoint for an email of that kind, since mailboxes keep for years what people would not download
 * each day. Null for other emails and while there is no log.
 */
export async function checkpointNote(
  { db, config }: Pick<Context, 'db' | 'config'>,
  kind: string | null,
  language: TranslatedLanguage
): Promise<string | null> {
  if (kind === null || !aboutCharges.has(kind)) return null
  const last = await readCheckpoint(db)
  const epoch = last && (await readEpochs(db)).find(it => it.number === last.epoch)
  if (!epoch) return null
  const lines = checkpointText({ ...last, origin: epoch.origin }).trimEnd()
  return textsIn(language).frame.checkpoint({ lines, page: `${config.publicUrl}/transparency` })
}
