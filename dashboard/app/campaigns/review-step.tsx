import { utmNames } from '@mille/api/constants.ts'
import { adWords } from '@mille/api/delivery/ad-words.ts'
import { currencies, parseAmount } from '@mille/money/amount.ts'
import {
  type CampaignDraft,
  type CampaignStep,
  keywordsOfDraft
} from '@mille/stores/campaign-draft/campaign-rules.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useApp } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoment } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { trafficSelectionMessages } from '../traffic-selection/messages.ts'
import { listsOf, targetName } from '../traffic-selection/traffic-lists.tsx'
import { stepHref } from '../wizard/wizard.tsx'
import { hoursText } from './hours-messages.ts'
import { campaignWizardMessages as messages, ratingLabels, trafficTypes } from './messages.ts'
import { productCategoryName } from './product-category-messages.ts'
import { visitorFacts } from './visitors-messages.ts'

export type ReviewStepProps = { draft: CampaignDraft; path: string; isEdit: boolean }

/** The last step: a summary of the whole campaign before it is created or saved. */
export function ReviewStep({ draft, path, isEdit }: ReviewStepProps) {
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const accountZone = useStore(session.$user)?.attributes.time_zone
  const { fields } = messages
  const isCpm = draft.traffic_type === 'cpm'
  const [selected, blocked] = listsOf(draft.traffic)
  const amount = (text: string) => {
    const units = parseAmount(text, draft.currency)
    return units === null ? (
      messages.noCap
    ) : (
      <ComparedAmount units={units} asset={currencies[draft.currency].asset} />
    )
  }
  return (
    <>
      <CreativePart draft={draft} path={path} />
      <Part
        step="banners"
        path={path}
        facts={[
          [
            fields.banner_ids,
            draft.banners.map(it => it.attributes.size.replace('x', ' × ')).join(', ') ||
              messages.none
          ]
        ]}
      />
      <Part
        step="payment"
        path={path}
        facts={[
          [fields.traffic_type, trafficTypes[draft.traffic_type].label],
          [fields.daily_budget, amount(draft.daily_budget)],
          [isCpm ? fields.max_cpm : messages.maxCpmCap, amount(draft.max_cpm)],
          [fields.total_budget, amount(draft.total_budget)],
          [fields.starts_at, dateText(draft.starts_at)],
          [fields.ends_at, dateText(draft.ends_at)]
        ]}
      />
      <Part
        step="traffic"
        path={path}
        facts={[
          [
            trafficSelectionMessages.runsOn,
            namesOf(selected) || trafficSelectionMessages.everywhere
          ],
          [trafficSelectionMessages.neverOn, namesOf(blocked) || trafficSelectionMessages.nothing],
          ...visitorFacts({
            ...draft,
            pageLanguages: draft.page_languages,
            pageKeywords: keywordsOfDraft(draft),
            siteSharePercent: draft.site_share_percent
          }),
          [fields.hours, hoursText(draft.hours, draft.hours_zone || accountZone)]
        ]}
      />
      {!isEdit && (
        <Card title={messages.next}>
          <p>{messages.nextText}</p>
        </Card>
      )}
      {!isAuthorized && <SignInNotice>{messages.signInForSubmit}</SignInNotice>}
    </>
  )
}

function dateText(text: string): string {
  const moment = `${text}Z`
  return Number.isNaN(Date.parse(moment)) ? messages.none : formatMoment(moment)
}

function CreativePart({ draft, path }: Pick<ReviewStepProps, 'draft' | 'path'>) {
  const { fields } = messages
  return (
    <Part
      step="creative"
      path={path}
      facts={[
        [fields.name, draft.name.trim() || messages.none],
        [fields.link_text, draft.link_text],
        [fields.creative_text, draft.creative_text],
        [fields.creative_action, draft.creative_action || adWords(draft.language).learnMore],
        [fields.creative_link, draft.creative_link],
        [messages.utm, utmText(draft)],
        [fields.language, languageName(draft.language)],
        [fields.rating, ratingLabels[draft.rating].label],
        [fields.product_category, productCategoryName(draft.product_category)],
        [fields.advert_logo, draft.advert_logo?.file_name ?? messages.none],
        [fields.advert_illustration, draft.advert_illustration?.file_name ?? messages.none],
        [fields.coupon_code, draft.coupon_code || messages.none]
      ]}
    />
  )
}

function utmText(draft: CampaignDraft): string {
  const added = utmNames.filter(name => draft[name].trim() !== '')
  return added.map(name => `${name}=${draft[name]}`).join(', ') || messages.none
}

/** Returns the names of the first ten items. The step itself shows all of them. */
function namesOf(items: ReturnType<typeof listsOf>[0]): string {
  const names = items.slice(0, 10).map(targetName).join(', ')
  return items.length > 10 ? `${names}, … (${items.length})` : names
}

type PartProps = { step: CampaignStep; path: string; facts: ReadonlyArray<[string, ReactNode]> }

function Part({ step, path, facts }: PartProps) {
  return (
    <Card
      title={messages.steps[step]}
      actions={<Link href={stepHref(path, step)}>{messages.change}</Link>}
    >
      <Facts facts={facts} />
    </Card>
  )
}
