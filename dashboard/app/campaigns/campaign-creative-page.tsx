import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Facts } from '../page/facts.tsx'
import { formatDate } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/campaign-creative-page.ts'
import { CampaignFrame } from './campaign-frame.tsx'
import {
  campaignMessages,
  campaignTitle,
  campaignDetailMessages as messages
} from './campaign-messages.ts'
import { CreativePreview } from './creative-preview.tsx'
import { ratingLabels } from './messages.ts'
import { shownCreative } from './shown-creative.ts'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.campaigns.readCampaign({ id: args.params.id }), args)
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(
    loaderData
      ? messages.creativeOf(campaignTitle(viewCampaign(loaderData)))
      : campaignMessages.untitled
  )

/** The campaign page that shows the ad as visitors see it. */
export default function CampaignCreativePage({ loaderData }: Route.ComponentProps) {
  return (
    <CampaignFrame loaded={loaderData}>
      {({ creative, createdAt }) =>
        creative ? (
          <Card title={messages.creative}>
            <div className={layout.stack}>
              <CreativePreview {...shownCreative(creative)} />
              <Facts
                facts={[
                  [messages.link, creative.creative_link],
                  [messages.language, languageName(creative.language)],
                  [messages.rating, ratingLabels[creative.rating ?? 'none'].label],
                  [messages.created_at, formatDate(createdAt)]
                ]}
              />
            </div>
          </Card>
        ) : (
          <Notice>{messages.noCreative}</Notice>
        )
      }
    </CampaignFrame>
  )
}
