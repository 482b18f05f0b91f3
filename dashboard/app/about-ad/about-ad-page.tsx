import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { data } from 'react-router'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/about-ad-page.ts'
import { aboutAdMessages as messages, reportMessages } from './messages.ts'
import { ReportForm } from './report-form.tsx'
import { ShownAd } from './shown-ad.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const search = new URL(args.request.url).searchParams
  const shown = {
    creativeId: search.get('creative') ?? '',
    unitId: search.get('unit') ?? '',
    bannerId: search.get('banner')
  }
  const read = await api.adReports.readShownCreative({
    id: shown.creativeId || '0',
    unit_id: shown.unitId || '0'
  })
  // An address that names no ad is answered in the same way as the address of a removed ad.
  const isUnknown = !read.ok && (read.status === 404 || read.status === 422)
  if (isUnknown) return data({ shown, ad: null }, { status: 404 })
  return data({ shown, ad: answerOf(read, args).data.attributes })
}

export const loader = load
export const clientLoader = load
/** Search engines must not index this page: there is one for each ad in each ad unit. */
export const meta = ({ matches }: TitleArgs) => [
  ...pageTitle(matches, messages.title),
  { name: 'robots', content: 'noindex' }
]

/** The page that an ad's label links to. Its visitors have just seen the ad and usually have no account. */
export default function AboutAdPage({ loaderData: { shown, ad } }: Route.ComponentProps) {
  if (!ad)
    return (
      <div className={layout.stack}>
        <PageHeader title={messages.unknownTitle} description={messages.unknownText} />
        <div>
          <Button href="/">{messages.home}</Button>
        </div>
      </div>
    )
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      <div className={`${layout.columns} ${layout.even}`}>
        <div className={layout.stack}>
          <Card title={messages.payerTitle}>
            <div className={layout.tight}>
              {ad.advertiser_name === null ? (
                <>
                  <p>{messages.payerUnnamed}</p>
                  <p className={layout.soft}>{messages.payerResponsible(ad.domain)}</p>
                </>
              ) : (
                <>
                  <p>
                    <bdi>{messages.payer(ad.advertiser_name)}</bdi>
                  </p>
                  <p className={layout.soft}>{messages.payerChosen(ad.domain)}</p>
                </>
              )}
            </div>
          </Card>
          <Card title={reportMessages.title}>
            <ReportForm key={`${shown.creativeId} ${shown.unitId}`} shown={shown} />
          </Card>
        </div>
        <div className={layout.stack}>
          <Card title={messages.whyTitle}>
            <div className={layout.tight}>
              {messages.why.map(words => (
                <p key={words}>{words}</p>
              ))}
            </div>
          </Card>
          <Card title={messages.ad}>
            <ShownAd ad={ad} creativeId={shown.creativeId} bannerId={shown.bannerId} />
          </Card>
          {ad.invitation_url !== null && (
            <Card title={messages.invitationTitle}>
              <div className={layout.tight}>
                <p>{messages.invitationText}</p>
                <div>
                  <Button href={pathOf(ad.invitation_url)}>{messages.invitation}</Button>
                </div>
              </div>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

/** Returns the path of an address on this network, so that the link needs no full page load. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}
