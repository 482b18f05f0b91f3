import type { Api } from '@mille/api/client.ts'
import { type OfferType, offerTypes } from '@mille/api/constants.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import { type CategoryName, categories } from '@mille/api/reference-data/categories.ts'
import { type Language, languages } from '@mille/api/reference-data/languages.ts'
import { amountText, parseAmount, unitsPer } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { createDraft } from '../shared/draft.ts'
import {
  firstProblem,
  hasProblems,
  noProblems,
  type Problem,
  type Problems,
  problemsOf,
  withoutFields
} from '../shared/problems.ts'
import { createDescriptionPreview } from './description-preview.ts'

/** An offer as typed. `price` is in dollars, and `included` has one item per line. */
export type OfferDraft = {
  site_id: string
  publication_offer_type: OfferType | ''
  name: string
  description: string
  languages: string[]
  categories: string[]
  included: string
  turnaround_days: string
  price: string
  /** ID and address of the uploaded logo; empty without one. */
  logo_id: string
  logo: string
}
export type OfferFormStores = ReturnType<typeof createOfferFormStores>

const emptyOffer: OfferDraft = {
  site_id: '',
  publication_offer_type: '',
  name: '',
  description: '',
  languages: ['en'],
  categories: [],
  included: '',
  turnaround_days: '7',
  price: '',
  logo_id: '',
  logo: ''
}

/** State of an offer's form. A new offer's draft is kept until it is saved; `loaded` is the offer being edited. */
export function createOfferFormStores(api: Api, loaded: OfferDocument | null) {
  const id = loaded?.data.id ?? null
  const { $draft, change, restore, finish } = createDraft(
    id === null ? 'offerDraft' : `offerDraft-${id}`,
    loaded === null ? emptyOffer : draftOf(loaded)
  )
  const $problems = atom<Problems>(noProblems)
  const $attempt = atom(0)
  const $isSaving = atom(false)
  const $isUploading = atom(false)
  const $logoProblem = atom<Problem | null>(null)

  async function uploadLogo(file: File): Promise<void> {
    const form = new FormData()
    form.append('data[image]', file)
    $isUploading.set(true)
    $logoProblem.set(null)
    const result = await api.marketplace.uploadOfferLogo({ form })
    $isUploading.set(false)
    if (result.ok)
      change({ logo_id: result.value.data.id, logo: result.value.data.attributes.source })
    else $logoProblem.set(firstProblem(result))
  }

  function refuse(problems: Problems) {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** Saves the offer. Returns its ID, or null if it could not be saved. */
  async function save(): Promise<string | null> {
    const draft = $draft.get()
    const fields = checkOffer(draft)
    refuse({ fields, general: [] })
    if (Object.keys(fields).length > 0 || $isSaving.get()) return null
    $isSaving.set(true)
    const attributes = attributesOf(draft)
    const result =
      id === null
        ? await api.marketplace.createOffer(attributes)
        : await api.marketplace.updateOffer({ id, ...attributes })
    if (!result.ok) {
      $isSaving.set(false)
      refuse(renamed(problemsOf(result)))
      return null
    }
    finish()
    // A new offer's form stays busy until the list of offers is shown; that of an edited offer stays open.
    if (id !== null) $isSaving.set(false)
    return result.value.data.id
  }

  return {
    $draft,
    $problems,
    $attempt,
    $isSaving,
    $isUploading,
    $logoProblem,
    isNew: id === null,
    preview: createDescriptionPreview(api, loaded?.data ?? null),
    restore,
    change(patch: Partial<OfferDraft>) {
      change(patch)
      $problems.set(withoutFields($problems.get(), Object.keys(patch)))
    },
    uploadLogo,
    save
  }
}

function draftOf({ data, meta }: OfferDocument): OfferDraft {
  const it = data.attributes
  return {
    site_id: meta.site_id ?? '',
    publication_offer_type: it.publication_offer_type,
    name: it.name,
    description: it.description,
    languages: it.languages,
    categories: it.categories,
    included: it.included.join('\n'),
    turnaround_days: String(it.turnaround_days),
    price: amountText(BigInt(it.price_us_cents) * unitsPer('us_cents'), 'usd'),
    logo_id: it.logo?.split('/').at(-1) ?? '',
    logo: it.logo ?? ''
  }
}

/** Checks the form before it is sent, to report errors earlier; the server's own checks are decisive. */
function checkOffer(draft: OfferDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.site_id === '') problems.site_id = 'must be chosen'
  if (draft.publication_offer_type === '') problems.publication_offer_type = 'must be chosen'
  if (draft.name.trim().length < 3) problems.name = 'must have at least 3 characters'
  if (draft.description.trim().length < 20)
    problems.description = 'must have at least 20 characters'
  if (draft.languages.length === 0) problems.languages = 'Choose at least one language'
  if (draft.categories.length === 0) problems.categories = 'Choose at least one subject'
  if (!/^[1-9]\d?$/.test(draft.turnaround_days) || Number(draft.turnaround_days) > 60)
    problems.turnaround_days = 'must be from 1 to 60 days'
  if (centsOf(draft.price) === null) problems.price = 'must be an amount such as 250 or 99.50'
  return problems
}

/** Returns a positive price in whole cents; null for any other text. */
function centsOf(text: string): number | null {
  const units = parseAmount(text, 'usd')
  const cent = unitsPer('us_cents')
  return units === null || units === 0n || units % cent !== 0n ? null : Number(units / cent)
}

function attributesOf(draft: OfferDraft) {
  const type = offerTypes.find(it => it === draft.publication_offer_type)
  const known = categories.map(it => it.name).filter(it => it !== 'root')
  return {
    site_id: draft.site_id,
    publication_offer_type: type ?? 'article',
    name: draft.name,
    description: draft.description,
    languages: languages.filter((it): it is Language => draft.languages.includes(it)),
    categories: known.filter((it): it is Exclude<CategoryName, 'root'> =>
      draft.categories.includes(it)
    ),
    included: draft.included
      .split('\n')
      .map(it => it.trim())
      .filter(it => it !== ''),
    turnaround_days: Number(draft.turnaround_days),
    price_us_cents: centsOf(draft.price) ?? 0,
    logo_id: draft.logo_id === '' ? null : draft.logo_id
  }
}

/** Renames an error of the API's price in cents to the form's field in dollars. */
function renamed({ fields, general }: Problems): Problems {
  const { price_us_cents: price, ...rest } = fields
  return { fields: price === undefined ? rest : { ...rest, price }, general }
}
