import { SectionNav } from '../page/navigation/section-nav.tsx'
import { adminMessages as messages } from './admin-messages.ts'

const places = [
  { href: '/admin', label: messages.home },
  { href: '/admin/creatives', label: messages.creatives },
  { href: '/admin/reports', label: messages.reports },
  { href: '/admin/offers', label: messages.offers },
  { href: '/admin/disputes', label: messages.disputes },
  { href: '/admin/sites', label: messages.sites },
  { href: '/admin/users', label: messages.people },
  { href: '/admin/chat', label: messages.chat },
  { href: '/admin/announcements', label: messages.announcements },
  { href: '/admin/suggestions', label: messages.suggestions },
  { href: '/admin/payouts', label: messages.payouts },
  { href: '/admin/coupons', label: messages.coupons },
  { href: '/admin/traffic', label: messages.traffic },
  { href: '/admin/settings', label: messages.settings },
  { href: '/admin/audit', label: messages.audit },
  { href: '/admin/health', label: messages.health }
]

/** The rooms of the operator's part. */
export function AdminNav() {
  return <SectionNav label={messages.name} places={places} />
}
