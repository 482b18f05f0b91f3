import styles from './logo.module.css'

/** The name of a network that its operator has not named. */
export const programName = 'Mille'

/** A network's own logo, and its size in pixels. */
export type LogoPicture = { source: string; width: number; height: number }
type LogoProps = { name?: string | undefined; picture?: LogoPicture | null | undefined }

/**
 * The wordmark: an M, the Roman thousand, over the double rule that closes an account in a ledger. A network with a name
 * of its own has the first letter of that name over the rule, or its own picture. A picture that is at least twice as wide
 * as high usually contains the name, so the name is not written beside it. The link around the logo has it as its label.
 */
export function Logo({ name = programName, picture }: LogoProps) {
  const isProgram = name === programName
  const isWritten = !picture || picture.width < 2 * picture.height
  return (
    <span className={styles.logo}>
      {picture ? (
        <img
          className={styles.picture}
          src={picture.source}
          width={picture.width}
          height={picture.height}
          alt=""
        />
      ) : (
        <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <rect width="24" height="24" rx="5" />
          {isProgram ? (
            <path className={styles.letter} d="M6.5 13.5v-8l5.5 6 5.5-6v8" />
          ) : (
            <text className={styles.initial} x="12" y="14" textAnchor="middle">
              {[...name][0]}
            </text>
          )}
          <path className={styles.rules} d="M6.5 17h11M6.5 19.5h11" />
        </svg>
      )}
      {isWritten && <span className={styles.word}>{name}</span>}
    </span>
  )
}
