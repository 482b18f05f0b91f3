import '@mille/widgets/marketplace/marketplace-preview.css'
import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import {
  maxPartnerOffers,
  newPartnerChoice,
  type PartnerChoice,
  partnerAddress,
  partnerCode,
  partnerPages
} from '@mille/stores/affiliates/partner-code.ts'
import { createPreviewStores } from '@mille/stores/marketplace/preview.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { MarketplacePreview } from '@mille/widgets/marketplace/marketplace-preview.tsx'
import type { Words } from '@mille/widgets/shared/words.ts'
import { type AnchorHTMLAttributes, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { partnerBuilderMessages as messages } from './builder-messages.ts'
import styles from './partner-builder.module.css'
import { loadMarketplaceWords, widgetLanguages } from './widget-words.ts'

export type PartnerBuilderProps = {
  publicUrl: string
  /** Number of the partner's account. */
  partner: string
  /** The newest offers; null if they could not be read. */
  offers: readonly Offer[] | null
}

/** Texts of the widget in a language. `words` is undefined if they could not be loaded. */
type Loaded = { language: string; words: Words | null | undefined }

/** Builds the code of a widget or a link with the partner's number, beside a live preview. */
export function PartnerBuilder({ publicUrl, partner, offers }: PartnerBuilderProps) {
  const [choice, setChoice] = useState(newPartnerChoice)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const change = (part: Partial<PartnerChoice>) => {
    setChoice({ ...choice, ...part })
    const { language } = part
    if (!language) return
    const keep = (words: Loaded['words']) => setLoaded({ language, words })
    loadMarketplaceWords(language).then(keep, () => keep(undefined))
  }
  const isWidget = choice.kind === 'widget'
  const address = partnerAddress(publicUrl, partner, choice.page)
  const own = loaded?.language === choice.language ? loaded : null
  return (
    <Card title={messages.title} description={messages.description}>
      <div className={styles.builder}>
        <Choices choice={choice} onChange={change} />
        <div className={styles.shown}>
          {isWidget ? (
            <CodeBlock label={messages.code} code={partnerCode(publicUrl, partner, choice)} />
          ) : (
            <CodeBlock label={messages.address} code={address} />
          )}
          <figure className={styles.preview}>
            <figcaption>{messages.preview}</figcaption>
            <div className={styles.stage} data-theme={(isWidget && choice.theme) || undefined}>
              {isWidget ? (
                <Offers {...{ partner, offers }} limit={choice.limit} words={own?.words} />
              ) : (
                <PreviewLink href={address}>{address}</PreviewLink>
              )}
            </div>
          </figure>
          {own?.words === undefined && own !== null && (
            <Notice tone="warning" isLive>
              {messages.noWords}
            </Notice>
          )}
          <p className={`${layout.soft} ${layout.small}`}>
            {isWidget ? `${messages.previewText} ${messages.ofPageText}` : messages.openText}
          </p>
        </div>
      </div>
    </Card>
  )
}

type ChoicesProps = { choice: PartnerChoice; onChange: (part: Partial<PartnerChoice>) => void }

function Choices({ choice, onChange }: ChoicesProps) {
  const { kind, limit, theme, language, page } = choice
  return (
    <div className={layout.form}>
      <RadioCards
        label={messages.kind}
        options={(['widget', 'link'] as const).map(value => ({ value, ...messages.kinds[value] }))}
        value={kind}
        onChange={value => onChange({ kind: value })}
        cardRem={9}
      />
      {kind === 'link' ? (
        <Select
          label={messages.page}
          options={pageOptions}
          value={page}
          onChange={value => onChange({ page: value })}
        />
      ) : (
        <>
          <Select
            label={messages.limit}
            options={limitOptions}
            value={String(limit)}
            onChange={value => onChange({ limit: Number(value) })}
          />
          <Select
            label={messages.theme}
            options={themeOptions}
            value={theme ?? 'page'}
            onChange={value => onChange({ theme: value === 'page' ? null : value })}
          />
          <Select
            label={messages.language}
            options={languageOptions}
            value={language ?? ofPage}
            onChange={value => onChange({ language: value === ofPage ? null : value })}
          />
        </>
      )}
    </div>
  )
}

const pageOptions = (Object.keys(partnerPages) as (keyof typeof partnerPages)[]).map(value => ({
  value,
  label: messages.pages[value]
}))
const limitOptions = Array.from({ length: maxPartnerOffers }, (_, index) => {
  const value = String(index + 1)
  return { value, label: value }
})
const themeOptions = (['page', 'light', 'dark'] as const).map(value => ({
  value,
  label: messages.themes[value]
}))
/** The choice of no language in particular. */
const ofPage = 'page'
const languageOptions = [
  { value: ofPage, label: messages.ofPage },
  ...widgetLanguages
    .map(value => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
]

type OffersProps = Pick<PartnerBuilderProps, 'partner' | 'offers'> & {
  limit: number
  words: Words | null | undefined
}

/** The widget's own component, with offers that the page has loaded. */
function Offers({ partner, offers, limit, words }: OffersProps) {
  const api = useApi()
  const stores = useMemo(() => {
    const loaded = offers === null ? null : offers.slice(0, limit)
    return createPreviewStores(count => api.marketplace.previewOffers({ limit: count }), {
      limit,
      loaded
    })
  }, [api, offers, limit])
  return <MarketplacePreview {...{ stores, partner, words }} link={PreviewLink} />
}

/** Opens another tab, so that the choices in the builder remain. */
function PreviewLink(props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <Link {...props} target="_blank" />
}
