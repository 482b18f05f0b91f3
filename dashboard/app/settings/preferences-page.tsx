import type { NotificationChannel } from '@mille/api/constants.ts'
import { notificationKinds } from '@mille/api/notifications/kinds.ts'
import { createPreferencesStores } from '@mille/stores/settings/preferences.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { kindLabels } from '../notifications/messages.ts'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/preferences-page.ts'
import { preferenceMessages as messages } from './messages.ts'
import { SettingsNav } from './settings-nav.tsx'
import { TelegramCard } from './telegram-card.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.notifications.readNotificationPreferences(), args)
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function PreferencesPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createPreferencesStores, loaderData)
  const kinds = useStore(stores.$kinds)
  const problem = useStore(stores.$problem)
  const { channels, has_telegram_bot } = loaderData.data.attributes
  const channel = (id: NotificationChannel) => ({
    id,
    header: messages[id],
    render: (kind: (typeof notificationKinds)[number]) => (
      <Checkbox
        label={<VisuallyHidden>{messages.by(kindLabels[kind], messages[id])}</VisuallyHidden>}
        checked={kinds[kind][id]}
        disabled={!channels[id]}
        onChange={event => void stores.choose(kind, id, event.currentTarget.checked)}
      />
    )
  })
  return (
    <div className={layout.stack}>
      <SettingsNav />
      <PageHeader title={messages.title} description={messages.description} />
      {!channels.mail && <Notice>{messages.noMail}</Notice>}
      {has_telegram_bot && <TelegramCard isLinked={channels.telegram} />}
      <ProblemNotice problem={problem} />
      {/* An account without an address sees the list too, with boxes that cannot be checked. */}
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={[
            { id: 'kind', header: messages.kind, render: kind => kindLabels[kind] },
            channel('mail'),
            ...(channels.telegram ? [channel('telegram')] : [])
          ]}
          rows={notificationKinds}
          rowKey={kind => kind}
        />
      </Card>
    </div>
  )
}
