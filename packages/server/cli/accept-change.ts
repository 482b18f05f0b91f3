import type { Context } from '../context.ts'
import { isAnybodyHere } from '../delivery/index.ts'
import { isSecretOfOldSeals } from '../seals/index.ts'
import { acceptSharedValue, type SharedName, sharedNames } from '../settings/index.ts'
import { StartError } from '../start-error.ts'

const afterwards: { [name in SharedName]: string } = {
  SECRET:
    'Ads on open pages, emailed codes and unsubscribe links from before no longer count. Seals from before are still checked as a chain, but their signatures no longer are. Now run public-log rekey with OLD_SECRET, then start every process',
  SETTLEMENT_WINDOW_SECONDS: 'Now start every process with it',
  PUBLIC_URL: 'Now restart every process with it',
  TRUSTED_PROXIES: 'Now restart every process with it'
}

/** Accepts a deliberate change of a setting that must be the same in every process. */
export async function acceptChange(context: Context, word: string | undefined): Promise<string> {
  const name = sharedNames.find(it => it === word)
  if (!name) throw new StartError(`Use accept-change with one of ${sharedNames.join(', ')}`)
  const { db, config } = context
  const waits = name === 'SECRET' || name === 'SETTLEMENT_WINDOW_SECONDS'
  if (waits && (await isAnybodyHere(context)))
    throw new StartError(
      `Stop every process first, and wait a minute: one that runs would keep the old ${name}`
    )
  if (name === 'SECRET' && (await isSecretOfOldSeals(db, config)))
    throw new StartError(
      'This SECRET was replaced before: books that are sealed with it again no longer verify. Use a new one'
    )
  const isChanged = await acceptSharedValue(db, config, name)
  if (!isChanged) return `${name} is already the one of this installation: nothing was changed`
  return `Accepted the ${name} of this command. ${afterwards[name]}`
}
