import styles from './counted-text.module.css'
import { campaignWizardMessages as messages } from './messages.ts'

/** `max` is in UTF-16 code units, as in the schema. */
type CountedText = { label: string; text: string; max: number; help: string }

/**
 * Returns the help and the error of a field with a maximum length. Excess text is marked and not cut off, because a cut
 * headline is a broken sentence that is easily missed.
 */
export function countedText({ label, text, max, help }: CountedText) {
  const surplus = Math.max(0, text.length - max)
  return {
    help: (
      <>
        {help}{' '}
        <span className={styles.count} data-over={surplus > 0}>
          {messages.count(text.length, max)}
        </span>
        {surplus > 0 && (
          <span className={styles.text} dir="auto">
            {text.slice(0, max)}
            <mark className={styles.surplus}>{text.slice(max)}</mark>
          </span>
        )}
      </>
    ),
    error: surplus > 0 ? messages.tooLong(label, surplus) : undefined
  }
}
