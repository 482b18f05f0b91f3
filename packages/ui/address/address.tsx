import { CopyButton } from '../copy-button/copy-button.tsx'
import { QrCode } from '../qr-code/qr-code.tsx'
import styles from './address.module.css'

export type AddressProps = {
  /** A chain address, a transaction id, an account code. */
  value: string
  /** What it is, for the copy button: `address`, `transaction id`. */
  what?: string | undefined
  /** Middle cut out, for rows of tables; the whole is copied and shown in the tooltip. */
  isShort?: boolean | undefined
  /** What a QR code beside it says: the address itself, or a BIP 21 or EIP 681 link to pay to it. */
  link?: string | undefined
}

/** An address in groups of four, which is how people compare them, with a button that copies it ungrouped. */
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
