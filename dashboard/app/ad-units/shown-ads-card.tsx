import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatCount } from '../page/formats.ts'
import { blockingMessages } from './blocking-messages.ts'

const messages = blockingMessages.ads

type ShownAd = ShownAds['data'][number]

const isOfCampaign = ({ attributes }: ShownAd) => attributes.viewable_of === 'campaign'

/** The ads that recently ran on the account's units, each with a button that blocks it. */
export function ShownAdsCard({
  ads,
  onBlock
}: {
  ads: readonly ShownAd[]
  onBlock: (ad: ShownAd) => void
}) {
  const { title, description, allVariants } = messages
  return (
    <Card
      title={title}
      description={ads.some(isOfCampaign) ? `${description} ${allVariants}` : description}
      isFlush
    >
      <Table
        caption={title}
        isCaptionHidden
        columns={[
          {
            id: 'ad',
            header: messages.ad,
            isRowHeader: true,
            render: ({ id, attributes }: ShownAd) => (
              <Link href={`/about-ad?creative=${id}&unit=${attributes.ad_unit_id}`}>
                <bdi>{attributes.title}</bdi>
              </Link>
            )
          },
          { id: 'advertiser', header: messages.advertiser, render: renderAdvertiser },
          { id: 'viewable', header: messages.viewable, align: 'end', render: renderViewable },
          {
            id: 'block',
            header: messages.block,
            isHeaderHidden: true,
            align: 'end',
            render: (ad: ShownAd) => (
              <Button
                size="small"
                aria-label={messages.blockOne(ad.attributes.title)}
                onClick={() => onBlock(ad)}
              >
                {messages.block}
              </Button>
            )
          }
        ]}
        rows={ads}
        rowKey={ad => ad.id}
        empty={messages.empty}
      />
    </Card>
  )
}

function renderAdvertiser({ attributes: { advertiser_name, domain } }: ShownAd) {
  if (advertiser_name === null) return domain
  return (
    <>
      <bdi>{advertiser_name}</bdi> ({domain})
    </>
  )
}

function renderViewable(ad: ShownAd) {
  const viewable = formatCount(ad.attributes.viewable)
  return isOfCampaign(ad) ? messages.ofAllVariants(viewable) : viewable
}
