import type { AnnouncementList, AnnouncementRecord } from '@mille/api/announcements/endpoints.ts'
import type { Api, CallResult } from '@mille/api/client.ts'
import type { AnnouncementType } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'

export type AnnouncementsStores = ReturnType<typeof createAnnouncementsStores>

/**
 * An announcement as typed: texts, and times in UTC such as `2026-03-02T10:00`; empty times mean "at once" and "until
 * it is ended".
 */
export type AnnouncementDraft = {
  header: string
  content: string
  link: string
  link_text: string
  type: AnnouncementType
  starts_at: string
  ends_at: string
}

export const emptyAnnouncement: AnnouncementDraft = {
  header: '',
  content: '',
  link: '',
  link_text: '',
  type: 'default',
  starts_at: '',
  ends_at: ''
}

/** State of all announcements, for the operators who publish them. */
export function createAnnouncementsStores(api: Api, loaded: AnnouncementList) {
  const list = createPagedList(loaded, offset =>
    api.announcements.listAnnouncements({ 'page[offset]': offset })
  )
  const $problems = atom(noProblems)
  const $isSaving = atom(false)
  const $endProblem = atom<Problem | null>(null)

  async function save(
    call: () => Promise<CallResult<{ data: AnnouncementRecord }>>
  ): Promise<boolean> {
    $isSaving.set(true)
    const result = await call()
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (result.ok) list.put(result.value.data)
    return result.ok
  }

  return {
    ...list,
    $problems,
    $isSaving,
    $endProblem,
    create: (draft: AnnouncementDraft) =>
      save(() => api.announcements.createAnnouncement(readWords(draft, readMoments(draft)))),
    /** The start of a published announcement is not sent, because it cannot change. */
    update: ({ id, attributes }: AnnouncementRecord, draft: AnnouncementDraft) => {
      const { starts_at, ends_at } = readMoments(draft)
      const moments =
        attributes.state === 'scheduled' && starts_at ? { starts_at, ends_at } : { ends_at }
      return save(() => api.announcements.updateAnnouncement({ id, ...readWords(draft, moments) }))
    },
    /** Ends an announcement permanently, for all visitors. */
    async end(id: string) {
      const result = await api.announcements.updateAnnouncement({ id, state: 'ended' })
      $endProblem.set(result.ok ? null : firstProblem(result))
      if (result.ok) list.put(result.value.data)
      return result.ok
    },
    clearProblems: () => $problems.set(noProblems)
  }
}

export function draftOf({ attributes }: AnnouncementRecord): AnnouncementDraft {
  const { header, content, link, link_text, type, starts_at, ends_at } = attributes
  return {
    ...{ header, content, type },
    link: link ?? '',
    link_text: link_text ?? '',
    starts_at: starts_at.slice(0, 16),
    ends_at: ends_at?.slice(0, 16) ?? ''
  }
}

function readWords<Moments>(draft: AnnouncementDraft, moments: Moments) {
  const { header, content, type } = draft
  return {
    ...{ header, content, type },
    ...moments,
    link: draft.link.trim() === '' ? null : draft.link,
    link_text: draft.link_text.trim() === '' ? null : draft.link_text
  }
}

function readMoments({ starts_at, ends_at }: AnnouncementDraft) {
  return {
    ...(starts_at === '' ? {} : { starts_at: `${starts_at}:00Z` }),
    ends_at: ends_at === '' ? null : `${ends_at}:00Z`
  }
}
