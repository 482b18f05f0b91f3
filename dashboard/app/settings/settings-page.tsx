import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { FrozenNotice } from '../finances/frozen-notice.tsx'
import { useFreeze } from '../finances/use-freeze.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/settings-page.ts'
import { AccountCodeCard } from './account-code-card.tsx'
import { BillingCard } from './billing-card.tsx'
import { DataCard } from './data-card.tsx'
import { settingsMessages as messages } from './messages.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingsNav } from './settings-nav.tsx'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const user = answerOf(await readAccount(), args).data
  const [sessions, passkeys] = await Promise.all([
    api.security.listSessions(),
    api.passkeys.listPasskeys()
  ])
  return { user, sessions: answerOf(sessions, args), passkeys: answerOf(passkeys, args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const freeze = useFreeze()
  return (
    <div className={layout.stack}>
      <SettingsNav />
      <PageHeader title={messages.title} />
      {freeze && <FrozenNotice freeze={freeze} />}
      <ProfileCard user={loaderData.user} />
      <BillingCard user={loaderData.user} />
      <SessionsCard loaded={loaderData.sessions} />
      <PasskeysCard loaded={loaderData.passkeys} />
      <AccountCodeCard />
      <DataCard userId={loaderData.user.id} />
    </div>
  )
}
