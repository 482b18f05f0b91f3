import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import { SectionNav } from '../page/navigation/section-nav.tsx'
import { marketplaceMessages as messages } from './messages.ts'

const places = [
  { href: '/marketplace', label: messages.catalog },
  { href: '/publication_orders', label: messages.orders },
  { href: '/publication_offers', label: messages.ownOffers }
]

/** The marketplace's navigation: the catalog and, for signed-in users, their orders and offers. */
export function MarketplaceNav() {
  const isAuthorized = useStore(useApp().session.$isAuthorized)
  return isAuthorized ? <SectionNav label={messages.title} places={places} /> : null
}
