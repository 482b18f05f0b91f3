import styles from './logo.module.css'

/** The wordmark: an M, the Roman thousand, over the double rule that closes an account in a ledger. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="5" />
        <path className={styles.letter} d="M6.5 13.5v-8l5.5 6 5.5-6v8" />
        <path className={styles.rules} d="M6.5 17h11M6.5 19.5h11" />
      </svg>
      <span className={styles.word}>Mille</span>
    </span>
  )
}
