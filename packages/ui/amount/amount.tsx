import { type Asset, formatUnits } from '@mille/money/amount.ts'
import { Icon } from '../icon/icon.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './amount.module.css'

export type AmountProps = {
  /** Amount in units of 1e-8 of the asset. */
  units: bigint
  asset: Asset
  /** Direction of a transfer, shown by sign, icon and color. */
  direction?: 'in' | 'out' | undefined
  /** Approximate equivalent in the other currency, shown in lighter text beside the amount. */
  other?: { units: bigint; asset: Asset } | undefined
  size?: 'small' | 'medium' | 'large' | undefined
}

/** Shows an amount with its unit: BTC with 8 decimals whose trailing zeros are dimmed, USD with 2. */
export function Amount({ units, asset, direction, other, size = 'medium' }: AmountProps) {
  const { isTiny, sign, digits, zeros } = splitAmount(units, asset)
  const shownSign = signOf(direction, sign)
  return (
    <span className={joinClasses(styles.amount, styles[size])}>
      <data
        className={joinClasses(styles.main, direction && styles[direction])}
        value={units.toString()}
      >
        {direction && <Icon name={direction === 'in' ? 'arrow-in' : 'arrow-out'} />}
        <bdi dir="ltr">
          {isTiny && `${shownSign === '−' ? '>' : '<'}\u00a0`}
          {shownSign}
          {digits}
          <span className={styles.zeros}>{zeros}</span>
          <span className={styles.asset}>{`\u00a0${asset}`}</span>
        </bdi>
      </data>
      {other && <OtherText>{worthText(other)}</OtherText>}
    </span>
  )
}

export function OtherText({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={styles.other}>
      {children}
    </bdi>
  )
}

/** Returns the sign of an amount, which is that of its direction if it has one. */
export function signOf(direction: AmountProps['direction'], sign: '' | '−'): '' | '+' | '−' {
  if (direction === undefined) return sign
  return direction === 'in' ? '+' : '−'
}

/** Returns an approximate worth such as `≈ 6.40 USD`, or a text that says it is less than a cent. */
export function worthText({
  units,
  asset,
  direction
}: Pick<AmountProps, 'units' | 'asset' | 'direction'>): string {
  const { isTiny, sign, digits, zeros } = splitAmount(units, asset)
  const shownSign = signOf(direction, sign)
  const relation = isTiny ? (shownSign === '−' ? '>' : '<') : '≈'
  return `${relation}\u00a0${shownSign}${digits}${zeros}\u00a0${asset}`
}

const unitsOfCent = 1_000_000n

/**
 * Splits the text of an amount into three parts; joined, they are the whole number. For amounts below one cent,
 * `isTiny` is true and the digits show one cent: the amount is closer to zero than that.
 */
export function splitAmount(
  units: bigint,
  asset: Asset
): { isTiny: boolean; sign: '' | '−'; digits: string; zeros: string } {
  const size = units < 0n ? -units : units
  const isTiny = asset === 'USD' && size > 0n && size < unitsOfCent
  const text = formatUnits(isTiny ? unitsOfCent : size, asset === 'BTC' ? 8 : 2)
  const [whole = '0', fraction = ''] = text.split('.')
  const grouped = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
  const sign = units < 0n ? '−' : ''
  if (asset === 'USD') return { isTiny, sign, digits: grouped, zeros: '' }
  const digits = grouped.replace(/\.?0+$/, '')
  // In a plain zero, the first digit does not count as a trailing zero.
  return units === 0n
    ? { isTiny, sign, digits: '0', zeros: '.00000000' }
    : { isTiny, sign, digits, zeros: grouped.slice(digits.length) }
}
