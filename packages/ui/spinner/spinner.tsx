import styles from './spinner.module.css'

/** Spinner that shows work in progress. Without a label it is decorative, beside text that says the same. */
export function Spinner({ label }: { label?: string | undefined }) {
  return label === undefined ? (
    <span className={styles.spinner} aria-hidden="true" />
  ) : (
    <span className={styles.spinner} role="status" aria-label={label} />
  )
}
