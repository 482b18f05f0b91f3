import { whenIdle } from '@mille/ui/shared/when-idle.ts'
import { lazy, memo, Suspense } from 'react'
import styles from './markdown.module.css'

/** The reader of Markdown is a quarter of a page's code, and nobody needs it to read what the server has drawn. */
const LaterMarkdown = lazy(async () => {
  if (typeof document !== 'undefined') await new Promise<void>(resolve => whenIdle(resolve))
  return { default: (await import('./markdown.tsx')).Markdown }
})

/** What an offer says of itself; as it was typed until its Markdown can be read. */
export const OfferDescription = memo(function OfferDescription({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <LaterMarkdown>{text}</LaterMarkdown>
    </Suspense>
  )
})
