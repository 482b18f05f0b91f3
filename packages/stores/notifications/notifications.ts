import type { Api } from '@mille/api/client.ts'
import { notificationRefreshMs } from '@mille/api/constants.ts'
import type { NotificationList } from '@mille/api/notifications/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type NotificationTab = 'notifications' | 'unread'
export type NotificationsState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | { status: 'loaded'; list: NotificationList }

/** The API calls that notifications use. */
export type NotificationsApi = {
  notifications: Pick<
    Api['notifications'],
    'listNotifications' | 'markNotificationRead' | 'markAllNotificationsRead'
  >
}
export type NotificationsStores = ReturnType<typeof createNotificationsStores>
export type LoadedNotifications = {
  userId: string
  unread: number
  /** The loaded notifications; null until they are first opened. */
  list: NotificationList | null
}

const markFailed = 'Mark as read failed'

/** State of an account's notifications, loaded page by page, in two tabs. */
export function createNotificationsStores(api: NotificationsApi, loaded: LoadedNotifications) {
  const { notifications } = api
  const { userId } = loaded
  const $tab = atom<NotificationTab>('notifications')
  const $state = atom<NotificationsState>(
    loaded.list ? { status: 'loaded', list: loaded.list } : { status: 'idle' }
  )
  const $unread = atom(loaded.list?.meta.totalUnreadCount ?? loaded.unread)
  /** IDs of notifications that were marked as read but are still listed as unread. */
  const $pending = atom<readonly string[]>([])
  const $problem = atom<string | null>(null)
  const $isLoadingMore = atom(false)
  const $items = computed($state, state => (state.status === 'loaded' ? state.list.data : []))
  let refreshing: ReturnType<typeof setTimeout> | undefined
  /** Counts requests, so that an answer from before the last change of the tab is dropped. */
  let round = 0

  function ask(offset: number, limit?: number) {
    return notifications.listNotifications({
      userId,
      sort: '-created_at',
      'page[offset]': offset,
      ...(limit === undefined ? {} : { 'page[limit]': limit }),
      ...($tab.get() === 'unread' ? { 'filter[read_at_blank]': '1' as const } : {})
    })
  }

  /** Reloads from the newest on as many notifications as are shown. */
  async function refresh(): Promise<void> {
    clearTimeout(refreshing)
    const ownRound = ++round
    const shown = $items.get().length
    if (shown === 0) $state.set({ status: 'loading' })
    const result = await ask(0, shown > 10 ? Math.min(shown, 100) : undefined)
    if (ownRound !== round) return
    if (!result.ok) return $state.set({ status: 'failed', problem: firstProblem(result) })
    $state.set({ status: 'loaded', list: result.value })
    $unread.set(result.value.meta.totalUnreadCount)
    $pending.set([])
  }

  async function changeTab(tab: NotificationTab): Promise<void> {
    if (tab === $tab.get()) return
    $tab.set(tab)
    $problem.set(null)
    $state.set({ status: 'idle' })
    await refresh()
  }

  async function loadMore(): Promise<void> {
    const state = $state.get()
    if (state.status !== 'loaded' || $isLoadingMore.get()) return
    const ownRound = round
    $isLoadingMore.set(true)
    const result = await ask(state.list.data.length)
    $isLoadingMore.set(false)
    if (ownRound !== round) return
    if (!result.ok) return $problem.set(firstProblem(result).detail)
    const known = new Set(state.list.data.map(it => it.id))
    const data = [...state.list.data, ...result.value.data.filter(it => !known.has(it.id))]
    $state.set({ status: 'loaded', list: { data, meta: result.value.meta } })
    $unread.set(result.value.meta.totalUnreadCount)
  }

  async function markRead(id: string): Promise<void> {
    if ($pending.get().includes(id)) return
    $pending.set([...$pending.get(), id])
    $problem.set(null)
    const result = await notifications.markNotificationRead({ id })
    if (!result.ok) {
      $pending.set($pending.get().filter(it => it !== id))
      return $problem.set(markFailed)
    }
    // Several marks in a row cause one refresh after the last of them.
    clearTimeout(refreshing)
    refreshing = setTimeout(() => void refresh(), notificationRefreshMs)
  }

  async function markAllRead(): Promise<void> {
    $problem.set(null)
    const result = await notifications.markAllNotificationsRead({ userId })
    if (!result.ok) return $problem.set(markFailed)
    await refresh()
  }

  /** Takes the unread count from the stream; when it has grown, the list is reloaded. */
  function onUnreadCount(count: number): void {
    const isMore = count > $unread.get()
    $unread.set(count)
    if (isMore && $state.get().status !== 'idle') void refresh()
  }

  return {
    $tab,
    $state,
    $items,
    $unread,
    $pending,
    $problem,
    $isLoadingMore,
    refresh,
    changeTab,
    loadMore,
    markRead,
    markAllRead,
    onUnreadCount,
    stop: () => clearTimeout(refreshing)
  }
}
