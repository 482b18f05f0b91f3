import { encode } from 'uqr'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './qr-code.module.css'

export type QrCodeProps = {
  /** Encoded content: an address, a BIP 21 or EIP 681 link. At most 2,953 bytes. */
  value: string
  /** Accessible name for screen readers: `QR code of the address`. */
  label: string
  /** Whether the code is larger, for content of more than about 200 letters, such as an invoice. */
  isLarge?: boolean | undefined
}

/**
 * QR code, dark on light in both themes, with the quiet zone of four modules that the standard requires: scanners need
 * both.
 */
export function QrCode({ value, label, isLarge }: QrCodeProps) {
  const { size, data } = encode(value, { ecc: 'M', border: 4 })
  return (
    <svg
      className={joinClasses(styles.code, isLarge && styles.large)}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={styles.paper} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={styles.ink} d={drawModules(data)} />
    </svg>
  )
}

/** Returns one path with a rectangle for each run of dark modules in a row. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const next = row.indexOf(false, x)
        const length = (next < 0 ? row.length : next) - x
        return [`M${x} ${y}h${length}v1h-${length}z`]
      })
    )
    .join('')
}
