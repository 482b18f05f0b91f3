import type { Asset } from '@mille/money/amount.ts'

export type SignerLimits = Readonly<Record<Asset, { once: bigint; daily: bigint }>>
type Signed = { asset: Asset; amount: bigint; at: number; spends: ReadonlySet<string> }

const dayMs = 86_400_000

/**
 * What the signer lets out: by transaction, and in any 24 hours since it was started. A transaction that spends what
 * an earlier one spends takes its place, because only one of them can ever be in the chain.
 */
export function createLimitKeeper(limits: SignerLimits, now: () => number) {
  let signed: Signed[] = []

  return {
    /** What stands against it, in words; null when it may go, and is then counted. */
    refuse(asset: Asset, amount: bigint, spends: readonly string[]): string | null {
      const { once, daily } = limits[asset]
      if (amount > once) return `${amount} is over the limit of ${once} for one transaction`
      signed = signed.filter(it => it.at > now() - dayMs)
      const replaced = signed.filter(it => spends.some(spend => it.spends.has(spend)))
      const others = signed.filter(it => it.asset === asset && !replaced.includes(it))
      const before = others.reduce((sum, it) => sum + it.amount, 0n)
      if (before + amount > daily)
        return `${amount} after ${before} is over the limit of ${daily} for 24 hours`
      signed.push({ asset, amount, at: now(), spends: new Set(spends) })
      // The largest of those that replace each other is what may have left.
      for (const it of replaced) if (it.amount <= amount) signed.splice(signed.indexOf(it), 1)
      return null
    }
  }
}
