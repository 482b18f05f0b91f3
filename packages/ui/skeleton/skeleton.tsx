import { joinClasses } from '../shared/join-classes.ts'
import styles from './skeleton.module.css'

export type SkeletonProps = {
  /** Any CSS length; the full width by default. */
  width?: string | undefined
  /** Any CSS length; the height of a line of text by default. */
  height?: string | undefined
  /** Number of text lines, the last one shorter. */
  lines?: number | undefined
}

/** Placeholder of the same size as the content that is loading. The component around it sets `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em', lines = 1 }: SkeletonProps) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => {
        const isLast = lines > 1 && index === lines - 1
        return (
          // Lines never move among themselves.
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is all that a line is
          <span key={index} className={styles.line}>
            <span
              className={joinClasses(styles.skeleton, isLast && styles.last)}
              style={{ inlineSize: width, blockSize: height }}
            />
          </span>
        )
      })}
    </span>
  )
}
