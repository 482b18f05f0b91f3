import { CopyButton } from '../copy-button/copy-button.tsx'
import styles from './code-block.module.css'

export type CodeBlockProps = {
  code: string
  /** Kind of code, such as `Snippet` or `npm`. Shown above the code and named by the copy button. */
  label: string
}

/** Code to copy. Long lines wrap, so that no part is hidden. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <CopyButton text={code} what={label} />
      </figcaption>
      <pre className={styles.pre} dir="ltr">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
