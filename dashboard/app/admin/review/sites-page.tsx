import type { ReviewedSite } from '@mille/api/admin/endpoints.ts'
import { createSiteQueueStores } from '@mille/stores/admin/site-queue.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useStores } from '../../page/app-context.tsx'
import { categoryLabels } from '../../page/category-labels.ts'
import { Facts } from '../../page/facts.tsx'
import { formatMoment } from '../../page/formats.ts'
import { languageName } from '../../page/language-name.ts'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import { StaffLink } from '../staff-link.tsx'
import type { Route } from './+types/sites-page.ts'
import { QueuePage } from './queue-page.tsx'
import { reasonMessages } from './reason-messages.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { siteQueueMessages as messages } from './site-queue-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.admin.listSiteQueue(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function SitesPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createSiteQueueStores, loaderData)
  const sites = useStore(stores.$sites)
  const records = useStore(stores.$records)
  const problem = useStore(stores.$problem)
  const toast = useToast()

  async function approve(id: string) {
    if (await stores.approve(id)) toast.show({ title: messages.approved })
  }

  async function reject(id: string, reason: string) {
    if (await stores.reject(id, reason)) toast.show({ title: messages.rejected })
  }

  return (
    <QueuePage
      title={messages.title}
      description={records > 0 ? messages.waiting(records) : messages.description}
      notice={problem && <ProblemNotice problem={problem} />}
      items={sites}
      keyOf={site => site.id}
      empty={{ title: messages.empty, text: messages.emptyText }}
    >
      {site => (
        <SiteCard
          site={site}
          onApprove={() => void approve(site.id)}
          onReject={reason => void reject(site.id, reason)}
        />
      )}
    </QueuePage>
  )
}

type SiteCardProps = {
  site: ReviewedSite
  onApprove: () => void
  onReject: (reason: string) => void
}

function SiteCard({ site, onApprove, onReject }: SiteCardProps) {
  const { domain_name, origin, language, categories, user_id, user_name, verified_at } =
    site.attributes
  const [isRejecting, setIsRejecting] = useState(false)
  return (
    <Card
      title={domain_name}
      actions={
        <>
          <Button aria-keyshortcuts="r" onClick={() => setIsRejecting(true)}>
            {messages.reject}
          </Button>
          <Button aria-keyshortcuts="a" onClick={onApprove}>
            {messages.approve}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [
            messages.address,
            <a key="address" href={origin} target="_blank" rel="noopener noreferrer nofollow">
              {origin}
            </a>
          ],
          [
            messages.owner,
            <StaffLink key="owner" href={`/admin/users/${user_id}`}>
              {user_name ?? user_id}
            </StaffLink>
          ],
          [messages.language, languageName(language)],
          [messages.categories, categories.map(it => categoryLabels[it] ?? it).join(', ')],
          [messages.verified, verified_at === null ? '–' : formatMoment(verified_at)]
        ]}
      />
      <RejectDialog
        isOpen={isRejecting}
        onOpenChange={setIsRejecting}
        reasons={reasonMessages.site}
        onReject={reason => {
          setIsRejecting(false)
          onReject(reason)
        }}
      />
    </Card>
  )
}
