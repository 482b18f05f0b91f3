import { maxImportCharacters } from '@mille/api/campaigns/csv-columns.ts'
import type { importCampaigns } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import { atom } from 'nanostores'
import { createCaptchaStores } from '../captcha/captcha.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ImportPlan = AnswerOf<typeof importCampaigns>
export type ImportRow = ImportPlan['data'][number]['attributes']
export type ImportWork = 'read' | 'import'
type ChosenFile = { name: string; csv: string }

/** Error codes for the file as a whole, after which another file must be chosen. */
const fileCodes = ['csv_invalid', 'csv_column_unknown', 'csv_too_large', 'csv_unreadable']
/** Maximum number of UTF-8 bytes per JavaScript character. */
const bytesPerCharacter = 3

/** State of a campaign import: first a plan of what the file would change, then the import of exactly that plan. */
export function createCampaignImportStores(api: Api) {
  const { withCaptcha } = createCaptchaStores(api)
  const state = createState()
  const { $file, $plan, $work, $problem, $isChanged } = state

  function fail(work: ImportWork, problem: Problem): void {
    $problem.set({ ...problem, work, isOfFile: fileCodes.includes(problem.code) })
  }

  /** Requests the plan of what the file would change at this point. */
  async function makePlan({ csv }: ChosenFile): Promise<void> {
    $work.set('read')
    const result = await api.campaigns.importCampaigns({ csv, dry_run: true })
    $work.set(null)
    if (result.ok) $plan.set(result.value)
    else fail('read', firstProblem(result))
  }

  return {
    ...state,

    async choose(file: File): Promise<void> {
      if ($work.get() !== null) return
      $work.set('read')
      $problem.set(null)
      $plan.set(null)
      $isChanged.set(false)
      $file.set({ name: file.name, csv: '' })
      const read = await readText(file)
      $work.set(null)
      if (!read.ok) return fail('read', { code: read.code, detail: '' })
      const chosen = { name: file.name, csv: read.text }
      $file.set(chosen)
      await makePlan(chosen)
    },

    /** Retries reading the file after a failed first attempt. */
    async readAgain(): Promise<void> {
      const file = $file.get()
      if (!file || $work.get() !== null) return
      $problem.set(null)
      await makePlan(file)
    },

    /**
     * Imports the planned changes and returns what was imported; null when nothing was, or when the outcome is unknown.
     */
    async importAll(): Promise<ImportPlan['meta'] | null> {
      const file = $file.get()
      const plan = $plan.get()
      if (!file || !plan || $work.get() !== null || changesIn(plan) === 0) return null
      $work.set('import')
      $problem.set(null)
      const wish = { csv: file.csv, dry_run: false, plan: plan.meta.plan }
      const result = await withCaptcha('campaign', proof =>
        api.campaigns.importCampaigns({ ...wish, ...proof })
      )
      $work.set(null)
      if (result.ok) return result.value.meta
      if (result.code !== 'import_changed') {
        fail('import', firstProblem(result))
        return null
      }
      $plan.set(null)
      $isChanged.set(true)
      await makePlan(file)
      return null
    }
  }
}

function createState() {
  const $file = atom<ChosenFile | null>(null)
  const $plan = atom<ImportPlan | null>(null)
  const $work = atom<ImportWork | null>(null)
  const $problem = atom<(Problem & { work: ImportWork; isOfFile: boolean }) | null>(null)
  /** Whether campaigns changed after the plan was shown, so that the plan was replaced by a new one. */
  const $isChanged = atom(false)
  return { $file, $plan, $work, $problem, $isChanged }
}

export type CampaignImportStores = ReturnType<typeof createCampaignImportStores>

/** Returns how many campaigns the import would create or change; none as long as a row is refused. */
export function changesIn({ meta }: ImportPlan): number {
  return meta.refused > 0 ? 0 : meta.created + meta.changed
}

async function readText(
  file: File
): Promise<{ ok: true; text: string } | { ok: false; code: string }> {
  const tooLarge = { ok: false as const, code: 'csv_too_large' }
  if (file.size > maxImportCharacters * bytesPerCharacter) return tooLarge
  try {
    // In another encoding, accented letters would be imported as wrong characters, so only valid UTF-8 is accepted.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.length > maxImportCharacters ? tooLarge : { ok: true, text }
  } catch {
    return { ok: false, code: 'csv_unreadable' }
  }
}
