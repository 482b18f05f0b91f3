import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useRevalidator } from 'react-router'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/lightning-page.ts'
import { ChannelsCard } from './channels-card.tsx'
import { FlyingCard } from './flying-card.tsx'
import { LightningFigures } from './lightning-figures.tsx'
import { LightningNotices } from './lightning-notices.tsx'
import { lightningPageMessages as messages } from './lightning-page-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.payments.readLightningNode(), args).data.attributes
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function LightningPage({ loaderData: node }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const updated = node.at === null ? '' : ` ${messages.asOf(formatMoment(node.at))}`
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={`${messages.description}${updated}`}
        actions={
          node.is_configured && (
            <Button
              isLoading={revalidator.state === 'loading'}
              onClick={() => void revalidator.revalidate()}
            >
              {messages.refresh}
            </Button>
          )
        }
      />
      {node.is_configured ? (
        <>
          <LightningNotices node={node} />
          <LightningFigures node={node} />
          <ChannelsCard channels={node.channels} />
          <FlyingCard node={node} />
        </>
      ) : (
        <Card>
          <EmptyState icon="coin" title={messages.off}>
            {messages.offText} <Link href="/docs/operating/money#lightning">{messages.guide}</Link>
          </EmptyState>
        </Card>
      )}
    </div>
  )
}
