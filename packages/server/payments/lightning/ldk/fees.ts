import { parseAmount } from '@mille/money/amount.ts'
import { ConfirmationTarget } from 'lightningdevkit'
import type { BlockSource } from './follow-blocks.ts'

/** Satoshis for 1,000 units of weight below which nodes forward no transaction. */
const minimum = 253
/** Blocks in which a transaction should be mined, for each kind of estimate. */
const waits = { soon: 2, usual: 12, patient: 144 } as const
type Wait = keyof typeof waits

/** Fees of the chain as last read, because LDK asks for them where it cannot wait for the node. */
export type Fees = { read: () => Promise<void>; of: (target: ConfirmationTarget) => number }

export function createFees(source: BlockSource): Fees {
  const rates: Record<Wait, number> = { soon: minimum, usual: minimum, patient: minimum }
  return {
    async read() {
      for (const wait of Object.keys(waits) as Wait[]) {
        const { feerate } = await source.call<{ feerate?: string | number }>(
          'estimatesmartfee',
          waits[wait]
        )
        const perKilobyte = feerate === undefined ? null : parseAmount(String(feerate), 'btc')
        // A node without an estimate, such as a developer's own, keeps the last rate.
        if (perKilobyte !== null) rates[wait] = Math.max(minimum, Number(perKilobyte) / 4)
      }
    },
    of: target => (isFloor(target) ? minimum : Math.ceil(rates[waitOf(target)]))
  }
}

/** Whether it is the least that a peer may offer: a strict one would close channels when fees rise. */
function isFloor(target: ConfirmationTarget): boolean {
  return (
    target === ConfirmationTarget.LDKConfirmationTarget_MinAllowedAnchorChannelRemoteFee ||
    target === ConfirmationTarget.LDKConfirmationTarget_MinAllowedNonAnchorChannelRemoteFee
  )
}

function waitOf(target: ConfirmationTarget): Wait {
  switch (target) {
    case ConfirmationTarget.LDKConfirmationTarget_MaximumFeeEstimate:
    case ConfirmationTarget.LDKConfirmationTarget_UrgentOnChainSweep:
      return 'soon'
    case ConfirmationTarget.LDKConfirmationTarget_NonAnchorChannelFee:
      return 'usual'
    default:
      return 'patient'
  }
}
