import '../tokens/tokens.css'
import '../tokens/base.css'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ReactNode, useLayoutEffect } from 'react'

type StoryPageProps = {
  theme: 'system' | 'light' | 'dark'
  direction: 'ltr' | 'rtl'
  /** Language of the page, as a BCP 47 tag. */
  locale: string
  /** Whether the story is one of several in a document and must not change the others. */
  isInline?: boolean
  children: ReactNode
}

/** Sets up what a page provides to its components, for stories: styles, theme and direction on the root. */
export function StoryPage({ theme, direction, locale, isInline, children }: StoryPageProps) {
  useLayoutEffect(() => {
    if (isInline) return
    const root = document.documentElement
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
    root.dir = direction
    root.lang = locale
  }, [theme, direction, locale, isInline])
  return (
    <DirectionProvider direction={direction}>
      {isInline ? (
        <div
          dir={direction}
          lang={locale}
          style={{
            colorScheme: theme === 'system' ? 'light dark' : theme,
            background: 'var(--mille-paper)',
            color: 'var(--mille-ink)'
          }}
        >
          {children}
        </div>
      ) : (
        children
      )}
    </DirectionProvider>
  )
}
