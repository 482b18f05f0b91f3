import { dimensions, type UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import styles from './size-picture.module.css'

// The scale of the size pictures. At this scale even the widest size, 970 pixels, fits its card.
const pixelsPerUnit = 8

/** The shape of a unit, drawn to the same scale as all other sizes. */
export function SizePicture({ size }: { size: UnitSize }) {
  const { width, height } = dimensions(size)
  if (size === 'Adaptive') {
    return (
      <svg className={styles.picture} viewBox="0 0 122 77" aria-hidden="true">
        <rect className={styles.reach} x="1" y="1" width="120" height="75" rx="2" />
        <rect className={styles.shape} x="1" y="1" width="15" height="4" rx="1" />
        <path className={styles.arrow} d="M24 16 100 62M100 62v-9M100 62h-9" />
      </svg>
    )
  }
  return (
    <svg className={styles.picture} viewBox="0 0 122 77" aria-hidden="true">
      <rect
        className={styles.shape}
        x={(122 - width / pixelsPerUnit) / 2}
        y={(77 - height / pixelsPerUnit) / 2}
        width={width / pixelsPerUnit}
        height={height / pixelsPerUnit}
        rx="1"
      />
    </svg>
  )
}

export function sizeLabel(size: UnitSize): string {
  return size.replace('x', ' × ')
}
