import { paymentCurrencies, trafficTypes as trafficTypeIds } from '@mille/api/constants.ts'
import { currencies } from '@mille/money/amount.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { fieldText } from '../page/messages.ts'
import { DateField } from './date-field.tsx'
import { currencyLabels, campaignWizardMessages as messages, trafficTypes } from './messages.ts'
import type { StepProps } from './step-props.ts'

const currencyOptions = paymentCurrencies.map(value => ({
  value,
  label: currencyLabels[value].label
}))
const trafficOptions = trafficTypeIds.map(value => ({ value, ...trafficTypes[value] }))

type AmountName = 'daily_budget' | 'max_cpm' | 'total_budget'

export function PaymentStep(props: StepProps) {
  const {
    stores: { change },
    draft,
    problems
  } = props
  const { fields } = messages
  const isCpm = draft.traffic_type === 'cpm'

  const amountField = (name: AmountName, label: string, help: string, isOptional: boolean) => (
    <AmountField
      label={label}
      help={help}
      name={name}
      isOptional={isOptional}
      asset={currencies[draft.currency].asset}
      currency={draft.currency}
      placeholder={currencyLabels[draft.currency].example}
      unit={currencyLabels[draft.currency].unit}
      value={draft[name]}
      error={fieldText(label, problems[name])}
      onChange={event => change({ [name]: event.target.value })}
    />
  )

  return (
    <>
      <RadioCards
        label={fields.traffic_type}
        name="traffic_type"
        options={trafficOptions}
        cardRem={16}
        value={draft.traffic_type}
        error={fieldText(fields.traffic_type, problems.traffic_type)}
        onChange={traffic_type => change({ traffic_type })}
      />
      <Select
        label={fields.currency}
        name="currency"
        options={currencyOptions}
        value={draft.currency}
        error={fieldText(fields.currency, problems.currency)}
        onChange={currency => change({ currency })}
      />
      {amountField('daily_budget', fields.daily_budget, '', false)}
      {isCpm
        ? amountField('max_cpm', fields.max_cpm, messages.maxCpmHelp, false)
        : amountField('max_cpm', messages.maxCpmCap, messages.maxCpmCapHelp, true)}
      {amountField('total_budget', fields.total_budget, messages.totalHelp, true)}
      <DateField {...props} name="starts_at" />
      <DateField {...props} name="ends_at" />
    </>
  )
}
