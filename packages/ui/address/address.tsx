import { CopyButton } from '../copy-button/copy-button.tsx'
import { QrCode } from '../qr-code/qr-code.tsx'
import styles from './address.module.css'

export type AddressProps = {
  /** A chain address, a transaction id or an account code. */
  value: string
  /** Kind of value, for the copy button's label: `address`, `transaction id`. */
  what?: string | undefined
  /** Whether the middle is cut out, for table rows; the full value is copied and shown in the tooltip. */
  isShort?: boolean | undefined
  /** Content of a QR code beside the address: the address itself, or a BIP 21 or EIP 681 payment link. */
  link?: string | undefined
}

/**
 * Shows an address in groups of four, which is how people compare addresses, with a button that copies it ungrouped.
 */
export function Address({ value, what = 'address', isShort, link }: AddressProps) {
  if (isShort) {
    return (
      <span className={styles.short} title={value}>
        <bdi dir="ltr" className={styles.value}>
          {shorten(value)}
        </bdi>
        <CopyButton text={value} what={what} isCompact />
      </span>
    )
  }
  const grouped = (
    <span className={styles.address}>
      <bdi dir="ltr" className={styles.value}>
        {groupByFour(value).map(({ start, group }) => (
          <span key={start} className={styles.group}>
            {group}
          </span>
        ))}
      </bdi>
      <CopyButton text={value} what={what} />
    </span>
  )
  if (link === undefined) return grouped
  return (
    <span className={styles.withCode}>
      <QrCode value={link} label={`QR code of the ${what}`} />
      {grouped}
    </span>
  )
}

function groupByFour(value: string) {
  const groups = value.match(/.{1,4}/g) ?? []
  return groups.map((group, index) => ({ start: index * 4, group }))
}

function shorten(value: string): string {
  return value.length <= 18 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`
}
