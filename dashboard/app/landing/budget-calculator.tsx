import { rootCategoryId } from '@mille/api/reference-data/categories.ts'
import type { TrafficCategory } from '@mille/api/traffic-selection/endpoints.ts'
import { parseAmount } from '@mille/money/amount.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Field } from '@mille/ui/field/field.tsx'
import { useState } from 'react'
import { categoryLabels } from '../page/category-labels.ts'
import { formatCount, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import styles from './landing.module.css'
import { viewsFor } from './landing-rules.ts'
import { adSolutions as messages } from './messages.ts'

/** Calculates the views that a daily budget buys in a category, based on past prices. */
export function BudgetCalculator({ categories }: { categories: readonly TrafficCategory[] }) {
  const [budget, setBudget] = useState('0.001')
  const [categoryId, setCategoryId] = useState(String(rootCategoryId))
  const options = categories.map(({ id, attributes }) => ({
    value: id,
    label: categoryLabels[attributes.name] ?? attributes.name
  }))
  const units = parseAmount(budget, 'btc')
  const chosen = categories.find(it => it.id === categoryId)?.attributes
  if (chosen === undefined) return null
  return (
    <Card title={messages.calculator} description={messages.calculatorText}>
      <div className={layout.stack}>
        <div className={layout.pair}>
          <AmountField
            asset="BTC"
            label={messages.budget}
            name="budget"
            value={budget}
            error={units === null || units === 0n ? messages.wrong : undefined}
            onChange={event => setBudget(event.target.value)}
          />
          {/* The browser's own `select` needs no code, so visitors can use it at once. */}
          <Field label={messages.category}>
            {control => (
              <select
                {...control}
                className={styles.select}
                name="category"
                value={categoryId}
                onChange={event => setCategoryId(event.target.value)}
              >
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <p className={styles.result} aria-live="polite">
          {units !== null && units > 0n && resultText(units, chosen)}
        </p>
      </div>
    </Card>
  )
}

function resultText(budget: bigint, { avg_all_cpm, avg_all_impressions }: Figures): string {
  if (avg_all_cpm === null || avg_all_cpm === '0') return messages.noPrice
  const { views, cost, isAll } = viewsFor(budget, BigInt(avg_all_cpm), avg_all_impressions)
  const text = messages.result(formatCount(views), formatCount(views * 30))
  return isAll ? `${text} ${messages.capped(formatMoney(cost, 'BTC'))}` : text
}

type Figures = TrafficCategory['attributes']
