import type { MetaDescriptor } from 'react-router'
import { commonMessages } from './messages.ts'

/** Returns the page title and description for a page's `meta` export. */
export function pageTitle(title: string, description?: string): MetaDescriptor[] {
  const name: MetaDescriptor[] = [
    { title: `${title} · ${commonMessages.name}` },
    { property: 'og:title', content: title }
  ]
  if (description === undefined) return name
  return [
    ...name,
    { name: 'description', content: description },
    { property: 'og:description', content: description }
  ]
}
