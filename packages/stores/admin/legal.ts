import type { Api } from '@mille/api/client.ts'
import type { LegalKind } from '@mille/api/constants.ts'
import type { LegalText, LegalTextList } from '@mille/api/legal/endpoints.ts'
import type { Block } from '@mille/api/marketplace/description-schema.ts'
import { atom } from 'nanostores'
import { createDraft, type DraftStorage } from '../shared/draft.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LegalFormStores = ReturnType<typeof createLegalFormStores>
type LegalApi = Pick<Api, 'legal'>

/** State of the form of one legal page. What is typed is kept until it is published. */
export function createLegalFormStores(api: LegalApi, kind: LegalKind, list: LegalTextList) {
  const loaded = list.data.find(it => it.id === kind) ?? null
  const { $draft, change, restore, finish } = createDraft(`legalDraft-${kind}`, {
    text: loaded?.attributes.text ?? ''
  })
  const $published = atom<LegalText | null>(loaded)
  /** The draft as visitors would read it, as of the last request for a preview. */
  const $preview = atom<Block[] | null>(null)
  const $problem = atom<Problem | null>(null)
  const $isSaving = atom(false)
  const $isReading = atom(false)
  let storage: DraftStorage | null = null

  return {
    ...{ kind, $draft, $published, $preview, $problem, $isSaving, $isReading },
    restore(from: DraftStorage) {
      storage = from
      return restore(from)
    },
    change(text: string) {
      change({ text })
      $problem.set(null)
    },
    async preview(): Promise<void> {
      if ($isReading.get()) return
      $isReading.set(true)
      const read = await api.legal.previewLegalPage({ text: $draft.get().text })
      $isReading.set(false)
      $problem.set(read.ok ? null : firstProblem(read))
      if (read.ok) $preview.set(read.value.data.attributes.tree)
    },
    /** Publishes the draft as the version after the one that this page has read. Returns whether it was published. */
    async publish(): Promise<boolean> {
      if ($isSaving.get()) return false
      $isSaving.set(true)
      const version = ($published.get()?.attributes.version ?? 0) + 1
      const { text } = $draft.get()
      const result = await api.legal.publishLegalPage({ kind, version, text })
      $isSaving.set(false)
      $problem.set(result.ok ? null : firstProblem(result))
      if (!result.ok) return false
      $published.set(result.value.data)
      finish()
      if (storage !== null) restore(storage)
      return true
    }
  }
}
