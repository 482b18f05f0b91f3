import type { Api } from '@mille/api/client.ts'
import type { NotificationChannel } from '@mille/api/constants.ts'
import type { NotificationPreferences } from '@mille/api/notifications/endpoints.ts'
import type { NotificationKind } from '@mille/api/notifications/kinds.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/**
 * State of which notifications are also sent by other channels. A change shows at once, and is reverted when refused.
 */
export function createPreferencesStores(api: Api, loaded: NotificationPreferences) {
  const $kinds = atom(loaded.data.attributes.kinds)
  const $problem = atom<Problem | null>(null)

  function show(kind: NotificationKind, channel: NotificationChannel, isOn: boolean) {
    const kinds = $kinds.get()
    $kinds.set({ ...kinds, [kind]: { ...kinds[kind], [channel]: isOn } })
  }

  async function choose(kind: NotificationKind, channel: NotificationChannel, isOn: boolean) {
    $problem.set(null)
    show(kind, channel, isOn)
    const result = await api.notifications.updateNotificationPreferences({
      kind,
      channel,
      is_on: isOn
    })
    if (result.ok) return
    show(kind, channel, !isOn)
    $problem.set(firstProblem(result))
  }

  return { $kinds, $problem, choose }
}
