import type { Theme } from '@mille/ui/theme-toggle/theme-toggle.tsx'

const yearSeconds = 31_536_000

/** Returns the user's choice from the cookies. Without a choice the page follows the system. */
export function readTheme(cookies: string): Theme {
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme at once, and stores it so that the next page starts with it. */
export function applyTheme(theme: Theme) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs HTTPS, and networks are tried out without
  document.cookie =
    theme === 'system'
      ? 'theme=; path=/; max-age=0; samesite=lax'
      : `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
