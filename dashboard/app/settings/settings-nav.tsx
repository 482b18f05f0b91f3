import { SectionNav } from '../page/navigation/section-nav.tsx'
import { apiKeyMessages } from './api-key-messages.ts'
import { settingsMessages as messages } from './messages.ts'
import { teamMessages } from './team-messages.ts'

const places = [
  { href: '/settings', label: messages.places.account },
  { href: '/settings/notifications', label: messages.places.notifications },
  { href: '/settings/team', label: teamMessages.title },
  { href: '/settings/api-keys', label: apiKeyMessages.title }
]

export function SettingsNav() {
  return <SectionNav label={messages.title} places={places} />
}
