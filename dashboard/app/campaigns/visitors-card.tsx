import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { countryModes } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup, type FieldTexts } from '@mille/ui/field/field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Suspense } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import type { StepProps } from './step-props.ts'
import { deviceLabels, visitorsMessages as messages, systemLabels } from './visitors-messages.ts'

// Most campaigns are for all countries.
const CountryPicker = lazyPart(async () => (await import('./country-picker.tsx')).CountryPicker)

const modeOptions = countryModes.map(value => ({ value, label: messages.modes[value] }))

/** Which visitors see the campaign: from which countries, and with which devices and operating systems. */
export function VisitorsCard({ stores: { change }, draft, problems }: StepProps) {
  const { countries, devices, systems } = draft
  return (
    <Card title={messages.title}>
      <div className={layout.stack}>
        <RadioCards
          label={messages.countries}
          help={messages.countriesHelp[countries.mode]}
          name="countries"
          options={modeOptions}
          value={countries.mode}
          error={fieldText(messages.countries, problems.countries)}
          onChange={mode => change({ countries: { ...countries, mode } })}
        />
        {countries.mode !== 'all' && (
          <Suspense fallback={null}>
            <CountryPicker
              codes={countries.codes}
              onChange={codes => change({ countries: { ...countries, codes } })}
            />
          </Suspense>
        )}
        <KindsField
          label={messages.devices}
          help={messages.devicesHelp}
          error={fieldText(messages.devices, problems.devices)}
          all={deviceTypes}
          labels={deviceLabels}
          chosen={devices}
          onChange={devices => change({ devices })}
        />
        <KindsField
          label={messages.systems}
          help={messages.systemsHelp}
          error={fieldText(messages.systems, problems.systems)}
          all={deviceSystems}
          labels={systemLabels}
          chosen={systems}
          onChange={systems => change({ systems })}
        />
      </div>
    </Card>
  )
}

type KindsFieldProps<Kind extends string> = FieldTexts & {
  all: readonly Kind[]
  labels: Record<Kind, string>
  /** Null is all of them. */
  chosen: readonly Kind[] | null
  onChange: (chosen: Kind[] | null) => void
}

/** Some of a few kinds, each with a box. */
function KindsField<Kind extends string>({
  all,
  labels,
  chosen,
  onChange,
  ...field
}: KindsFieldProps<Kind>) {
  const isChosen = (kind: Kind) => chosen?.includes(kind) ?? true
  function choose(kind: Kind, isTaken: boolean) {
    const kinds = all.filter(it => (it === kind ? isTaken : isChosen(it)))
    onChange(kinds.length === all.length ? null : kinds)
  }
  return (
    <FieldGroup {...field}>
      {() => (
        <div className={layout.tight}>
          {all.map(kind => (
            <Checkbox
              key={kind}
              label={labels[kind]}
              checked={isChosen(kind)}
              onChange={({ target }) => choose(kind, target.checked)}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
