import styles from './spinner.module.css'

/** Turns while something is worked on. Without a label it is decoration beside words that say so. */
export function Spinner({ label }: { label?: string | undefined }) {
  return label === undefined ? (
    <span className={styles.spinner} aria-hidden="true" />
  ) : (
    <span className={styles.spinner} role="status" aria-label={label} />
  )
}
