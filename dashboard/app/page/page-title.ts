import type { Brand } from '@mille/api/brand/endpoints.ts'
import type { MetaDescriptor } from 'react-router'
import { commonMessages } from './messages.ts'

type Matches = ReadonlyArray<{ loaderData?: unknown } | undefined>
/** What a page's `meta` export gets. The first match is that of the frame, which has loaded the network's brand. */
export type TitleArgs<Loaded = unknown> = { matches: Matches; loaderData?: Loaded }

/** Returns the page title, with the network's name, and the description for a page's `meta` export. */
export function pageTitle(matches: Matches, title: string, description?: string): MetaDescriptor[] {
  const name: MetaDescriptor[] = [
    { title: `${title} · ${networkName(matches)}` },
    { property: 'og:title', content: title }
  ]
  if (description === undefined) return name
  return [
    ...name,
    { name: 'description', content: description },
    { property: 'og:description', content: description }
  ]
}

/** Returns the network's name for a title; that of the program if it could not be loaded. */
export function networkName([frame]: Matches): string {
  const loaded = frame?.loaderData as { brand?: Brand | null } | undefined
  return nameOf(loaded?.brand)
}

/** Returns the network's name; that of the program if the brand could not be loaded. */
export const nameOf = (brand: Brand | null | undefined) => brand?.name ?? commonMessages.name
