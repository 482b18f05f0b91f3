import type { CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import type { Config } from '../config.ts'
import { guardedFetch } from '../sites/index.ts'
import { readSnippets } from './read-snippets.ts'

type Asked = { unitId: number; pageUrl: string }

/** Looks at a page as the network sees it, without running its scripts, for the snippet of a unit. */
export async function checkCode(
  config: Pick<Config, 'publicUrl' | 'allowPrivateHosts'>,
  { unitId, pageUrl }: Asked
): Promise<CodeCheck['attributes']> {
  const { publicUrl, allowPrivateHosts } = config
  const fetched = await guardedFetch(pageUrl, {
    allowPrivateHosts,
    userAgent: `MilleCodeCheck/1.0 (+${publicUrl})`
  })
  const nothing = { page_url: pageUrl, form: null, other_unit_ids: [], problem: null }
  if (!fetched.ok) return { ...nothing, state: 'unreachable', problem: fetched.reason }
  const { status, text } = fetched.value
  if (status !== 200)
    return { ...nothing, state: 'unreachable', problem: `answered with status ${status}` }
  return { ...nothing, ...whatIsThere(text, { unitId, pageUrl }, publicUrl) }
}

function whatIsThere(html: string, { unitId, pageUrl }: Asked, publicUrl: string) {
  const { elements, frames, hasScript } = readSnippets(html, pageUrl, publicUrl)
  const unit = String(unitId)
  const others = new Set([...elements, ...frames])
  others.delete(unit)
  const other_unit_ids = [...others].slice(0, maxOthers)
  if (elements.has(unit) && hasScript)
    return { state: 'found', form: 'script', other_unit_ids } as const
  if (frames.has(unit)) return { state: 'found', form: 'iframe', other_unit_ids } as const
  if (elements.has(unit))
    return { state: 'without_script', form: 'script', other_unit_ids } as const
  return { state: others.size > 0 ? 'other_unit' : 'not_found', other_unit_ids } as const
}

/** A page may name thousands. */
const maxOthers = 20
