import { CopyButton } from '../copy-button/copy-button.tsx'
import styles from './code-block.module.css'

export type CodeBlockProps = {
  code: string
  /** What it is: `Snippet`, `npm`. Shown above, and names the copy button. */
  label: string
}

/** Code to take away. Long lines wrap: nothing is hidden beyond an edge. */
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
