import '../tokens/tokens.css'
import '../tokens/base.css'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ReactNode, useLayoutEffect } from 'react'

type StoryPageProps = {
  theme: 'system' | 'light' | 'dark'
  direction: 'ltr' | 'rtl'
  /** A BCP 47 tag. */
  locale: string
  children: ReactNode
}

/** What a page sets around components, for stories: styles, theme and direction on the root. */
export function StoryPage({ theme, direction, locale, children }: StoryPageProps) {
  useLayoutEffect(() => {
    const root = document.documentElement
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
    root.dir = direction
    root.lang = locale
  }, [theme, direction, locale])
  return <DirectionProvider direction={direction}>{children}</DirectionProvider>
}
