import type { ReportReason } from '@mille/api/ad-reports/reasons.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { createCaptchaStores } from '../captcha/captcha.ts'
import { noProblems, problemsOf } from '../shared/problems.ts'

/** State of a reader's report about the creative that an ad unit showed. */
export function createAdReportStores(api: Api, shown: { creativeId: string; unitId: string }) {
  const { $progress: $proof, withCaptcha } = createCaptchaStores(api)
  const $isSending = atom(false)
  const $isSent = atom(false)
  const $problems = atom(noProblems)

  async function report(reason: ReportReason, note: string): Promise<boolean> {
    if ($isSending.get()) return false
    $isSending.set(true)
    const text = note.trim()
    const result = await withCaptcha('ad_report', proof =>
      api.adReports.reportCreative({
        id: shown.creativeId,
        unit_id: shown.unitId,
        reason,
        note: text === '' ? null : text,
        ...proof
      })
    )
    $isSending.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (result.ok) $isSent.set(true)
    return result.ok
  }

  return { $proof, $isSending, $isSent, $problems, report }
}
