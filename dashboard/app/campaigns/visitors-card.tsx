import { deviceTypes } from '@mille/api/constants.ts'
import { countryModes } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Suspense } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import type { StepProps } from './step-props.ts'
import { deviceLabels, visitorsMessages as messages } from './visitors-messages.ts'

// Most campaigns are for all countries.
const CountryPicker = lazyPart(async () => (await import('./country-picker.tsx')).CountryPicker)

const modeOptions = countryModes.map(value => ({ value, label: messages.modes[value] }))

/** Which visitors see the campaign: from which countries, and with which devices. */
export function VisitorsCard({ stores: { change }, draft, problems }: StepProps) {
  const { countries, devices } = draft
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
        <FieldGroup
          label={messages.devices}
          help={messages.devicesHelp}
          error={fieldText(messages.devices, problems.devices)}
        >
          {() => (
            <div className={layout.tight}>
              {deviceTypes.map(type => (
                <Checkbox
                  key={type}
                  label={deviceLabels[type]}
                  name={`device_${type}`}
                  checked={devices.includes(type)}
                  onChange={({ target }) =>
                    change({
                      devices: deviceTypes.filter(it =>
                        it === type ? target.checked : devices.includes(it)
                      )
                    })
                  }
                />
              ))}
            </div>
          )}
        </FieldGroup>
      </div>
    </Card>
  )
}
