import {
  type VariantStores,
  type VariantView,
  weightShares
} from '@mille/stores/variants/variants.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Facts } from '../page/facts.tsx'
import { formatCount, formatDate, formatRate } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { campaignDetailMessages } from './campaign-messages.ts'
import { CreativePreview } from './creative-preview.tsx'
import { ratingLabels } from './messages.ts'
import { productCategoryName } from './product-category-messages.ts'
import { shownCreative } from './shown-creative.ts'
import { variantsMessages as messages, partText } from './variants-messages.ts'
import styles from './variants-section.module.css'

export type VariantItemProps = {
  variant: VariantView
  stores: VariantStores
  /** Null if the variant cannot be changed or removed. */
  onEdit: (() => void) | null
  onRemove: (() => void) | null
}

/** A variant in the list: its state, its ad, its numbers, and its actions. */
export function VariantItem({ variant, stores, onEdit, onRemove }: VariantItemProps) {
  const headingId = useId()
  const { name, creative, state } = variant
  const { label, tone } = messages.states[state]
  return (
    <li className={styles.variant} aria-labelledby={headingId} tabIndex={-1}>
      <div className={`${layout.row} ${layout.between}`}>
        <div className={layout.row}>
          <h3 id={headingId} className={styles.name}>
            {messages.heading(name)}
          </h3>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className={layout.row}>
          {onEdit && (
            <Button size="small" aria-label={messages.editOne(name)} onClick={onEdit}>
              {messages.edit}
            </Button>
          )}
          {onRemove && (
            <Button size="small" aria-label={messages.removeOne(name)} onClick={onRemove}>
              {messages.remove}
            </Button>
          )}
        </div>
      </div>
      {state === 'updating' && <Notice>{messages.updatingText}</Notice>}
      {state === 'rejected' && creative.rejected_reason && (
        <Notice tone="warning" title={messages.rejectedTitle}>
          {creative.rejected_reason}
        </Notice>
      )}
      <div className={layout.columns}>
        <CreativePreview {...shownCreative(creative)} isBannersOnly={creative.banners_only} />
        <VariantFacts variant={variant} stores={stores} />
      </div>
    </li>
  )
}

function VariantFacts({ variant, stores }: Pick<VariantItemProps, 'variant' | 'stores'>) {
  const { creative, figures, createdAt } = variant
  const weight = useWeightText(variant, stores)
  return (
    <div className={layout.stack}>
      <div className={layout.tight}>
        <p className={`${layout.soft} ${layout.small}`}>{messages.period}</p>
        <Facts
          facts={[
            [messages.billable, figures ? formatCount(figures.billable) : '–'],
            [messages.clicked, figures ? formatCount(figures.clicked) : '–'],
            [messages.rate, figures ? formatRate(figures.clicked, figures.billable) : '–']
          ]}
        />
      </div>
      <Facts
        facts={[
          ...(weight === null ? [] : [[messages.weight, weight] as const]),
          [campaignDetailMessages.link, creative.creative_link],
          [campaignDetailMessages.language, languageName(creative.language)],
          [campaignDetailMessages.rating, ratingLabels[creative.rating ?? 'none'].label],
          [campaignDetailMessages.product_category, productCategoryName(creative.product_category)],
          [campaignDetailMessages.created_at, formatDate(createdAt)]
        ]}
      />
    </div>
  )
}

/** Returns the variant's weight with its part of the views; null if weights have no effect. */
function useWeightText({ id, weight }: VariantView, { $variants, $choice }: VariantStores) {
  const variants = useStore($variants)
  const choice = useStore($choice)
  if (choice === 'best' || variants.length === 1) return null
  const share = weightShares(variants).get(id) ?? null
  return share === null ? String(weight) : messages.weightAnd(weight, partText(share))
}
