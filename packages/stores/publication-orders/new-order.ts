import type { Api } from '@mille/api/client.ts'
import { attachmentBytes, maxAttachments } from '@mille/api/constants.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'
import { createDraft } from '../shared/draft.ts'
import {
  hasProblems,
  noProblems,
  type Problem,
  type Problems,
  problemsOf,
  uploadProblem,
  withoutFields
} from '../shared/problems.ts'
import { completeWebAddress } from '../shared/web-address.ts'

export type OrderDraft = { target_url: string; brief: string; currency: 'btc' | 'usd' }
export type AttachedFile = { key: string; name: string } & (
  | { state: 'uploading' }
  | { state: 'failed'; problem: Problem }
  | { state: 'ready'; id: string }
)
export type NewOrderStores = ReturnType<typeof createNewOrderStores>

/** State of the order form for one offer. The draft is kept until the order is placed. */
export function createNewOrderStores(api: Api, { data: offer }: OfferDocument) {
  const { $draft, change, restore, finish } = createDraft<OrderDraft>(`orderDraft-${offer.id}`, {
    target_url: '',
    brief: '',
    currency: 'btc'
  })
  const { $files, attach, detach } = createAttachments(api)
  const $problems = atom<Problems>(noProblems)
  const $attempt = atom(0)
  const $isPlacing = atom(false)

  function refuse(problems: Problems) {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** Checks the input before the user is asked to confirm the payment. */
  function check(): boolean {
    const fields = checkOrder($draft.get())
    refuse({ fields, general: [] })
    return Object.keys(fields).length === 0
  }

  /** Places the order. Returns its ID, or null if it could not be placed. */
  async function place(): Promise<string | null> {
    if ($isPlacing.get() || !check()) return null
    const { target_url, brief, currency } = $draft.get()
    $isPlacing.set(true)
    const files = $files.get().flatMap(it => (it.state === 'ready' ? it.id : []))
    const result = await api.marketplace.createOrder({
      ...{ brief, currency, offer_id: offer.id },
      target_url: completeWebAddress(target_url),
      attachment_ids: files,
      price_us_cents: offer.attributes.price_us_cents
    })
    // The button stays busy until the order's page is loaded, because a second click would place a second order.
    if (result.ok) {
      finish()
      return result.value.data.id
    }
    $isPlacing.set(false)
    refuse(problemsOf(result))
    return null
  }

  return {
    $draft,
    $files,
    $problems,
    $attempt,
    $isPlacing,
    restore,
    change(patch: Partial<OrderDraft>) {
      change(patch)
      $problems.set(withoutFields($problems.get(), Object.keys(patch)))
    },
    attach,
    detach,
    check,
    place
  }
}

/** State of the files attached to the brief, each with its own progress and error. */
function createAttachments(api: Api) {
  const $files = atom<readonly AttachedFile[]>([])
  let lastKey = 0

  function replace(key: string, file: AttachedFile) {
    $files.set($files.get().map(it => (it.key === key ? file : it)))
  }

  async function attachOne(file: File) {
    const key = `file-${++lastKey}`
    const named = { key, name: file.name }
    $files.set([...$files.get(), { ...named, state: 'uploading' }])
    if (file.size > attachmentBytes) {
      const problem = { code: 'attachment_too_large', detail: '' }
      replace(key, { ...named, state: 'failed', problem })
      return
    }
    const form = new FormData()
    form.append('data[file]', file)
    const result = await api.marketplace.uploadOrderAttachment({ form })
    replace(
      key,
      result.ok
        ? { ...named, state: 'ready', id: result.value.data.id }
        : { ...named, state: 'failed', problem: uploadProblem(result, 'attachment_too_large') }
    )
  }

  async function attach(files: readonly File[]) {
    const room = maxAttachments - $files.get().length
    await Promise.all(files.slice(0, Math.max(0, room)).map(attachOne))
  }

  function detach(key: string) {
    $files.set($files.get().filter(it => it.key !== key))
  }

  return { $files, attach, detach }
}

function checkOrder({ target_url, brief }: OrderDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!URL.canParse(completeWebAddress(target_url)))
    problems.target_url = 'must be a web address such as https://example.com/'
  if (brief.trim().length < 10) problems.brief = 'must have at least 10 characters'
  return problems
}
