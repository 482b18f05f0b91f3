import type { CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import { success } from '@mille/api/result.ts'
import type { Config } from '../config.ts'
import { tooManyPages } from '../html/unread.ts'
import type { Failure } from '../http/answers/reply.ts'
import { guardedFetch, readFetched } from '../sites/index.ts'
import { inThread } from '../threads/in-thread.ts'
import { type Asked, findCode } from './find-code.ts'

const find = inThread(new URL('./find-code.ts', import.meta.url), findCode)

/** Loads a page from the network's servers, without running its scripts, and looks for the snippet of a unit. */
export async function checkCode(
  config: Pick<Config, 'publicUrl' | 'allowPrivateHosts'>,
  { unit, pageUrl }: Pick<Asked, 'unit' | 'pageUrl'>
): Promise<{ ok: true; value: CodeCheck['attributes'] } | Failure> {
  const { publicUrl, allowPrivateHosts } = config
  const fetched = await guardedFetch(pageUrl, {
    allowPrivateHosts,
    userAgent: `MilleCodeCheck/1.0 (+${publicUrl})`
  })
  const nothing = { page_url: pageUrl, form: null, findings: [], other_unit_ids: [], problem: null }
  const read = await readFetched(fetched, (text, page) =>
    find(text, { unit, pageUrl: page.url, policy: page.contentSecurityPolicy }, publicUrl)
  )
  if (read.ok) return success({ ...nothing, ...read.value })
  if (read.code === 'busy') return tooManyPages()
  return success({ ...nothing, state: 'unreachable', problem: read.problem })
}
