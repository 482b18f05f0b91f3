import type { Context } from '../context.ts'
import { countIfNobodyDoes } from '../delivery/index.ts'
import { payMatured } from '../earnings/index.ts'
import { sealCharges } from '../public-log/index.ts'
import { settleDue } from '../settlement/index.ts'
import { holdActive } from '../window-holds/index.ts'
import type { Answer } from './answer.ts'

/** Does at once what the server does at the end of each window. */
export async function settle(context: Context): Promise<Answer> {
  await countIfNobodyDoes(context)
  const { settled, failedCampaigns } = await settleDue(context)
  await holdActive(context)
  await sealCharges(context)
  const paid = await payMatured(context)
  const text = `Settled ${settled} campaign periods, and moved ${paid} matured earnings to their owners`
  if (failedCampaigns.length === 0) return { text }
  return { text: `${text}; these campaigns failed: ${failedCampaigns.join(', ')}`, failed: true }
}
