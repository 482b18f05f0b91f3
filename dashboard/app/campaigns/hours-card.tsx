import { hourPresets, type WeekHours } from '@mille/stores/campaign-draft/week-hours.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import { hoursText, hoursMessages as messages } from './hours-messages.ts'
import type { StepProps } from './step-props.ts'

// The grid's code is loaded separately, because most campaigns have no schedule.
const HoursGrid = lazyPart(async () => (await import('./hours-grid.tsx')).HoursGrid)

type Mode = keyof typeof messages.modes
const modeOptions = (['always', 'hours'] as const).map(value => ({
  value,
  label: messages.modes[value]
}))
const presets = ['weekdays', 'evenings', 'all'] as const

/** The form for the hours of the week in which a campaign is shown. */
export function HoursCard({ stores: { change }, draft, problems }: StepProps) {
  /** The hours to restore if the user leaves “Always” again. */
  const [kept, setKept] = useState<WeekHours>(hourPresets.weekdays)
  const { hours } = draft
  const isLimited = hours.length > 0
  const error = fieldText(messages.title, problems.hours)

  /** New hours use the account's time zone. */
  const choose = (chosen: WeekHours) => change({ hours: [...chosen], hours_zone: '' })

  function chooseMode(mode: Mode) {
    if (isLimited) setKept(hours)
    choose(mode === 'always' ? [] : kept)
  }

  return (
    <Card title={messages.title}>
      <div className={layout.stack}>
        <RadioCards
          label={messages.question}
          name="hours_mode"
          options={modeOptions}
          value={isLimited ? 'hours' : 'always'}
          error={isLimited ? undefined : error}
          onChange={chooseMode}
        />
        {isLimited && <ChosenHours draft={draft} error={error} choose={choose} />}
      </div>
    </Card>
  )
}

type ChosenHoursProps = Pick<StepProps, 'draft'> & {
  error: string | undefined
  choose: (hours: WeekHours) => void
}

function ChosenHours({ draft, error, choose }: ChosenHoursProps) {
  const user = useStore(useApp().session.$user)
  const accountZone = user?.attributes.time_zone
  const { hours, hours_zone: savedZone, traffic_type } = draft
  return (
    <>
      {savedZone !== '' && accountZone !== undefined && savedZone !== accountZone && (
        <Notice
          action={
            <Button size="small" onClick={() => choose(hours)}>
              {messages.toZone(accountZone)}
            </Button>
          }
        >
          {messages.otherZone(savedZone, accountZone)}
        </Notice>
      )}
      <FieldGroup label={messages.grid} help={messages.gridHelp} error={error}>
        {control => (
          <div className={layout.tight}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would need a legend */}
            <div className={layout.row} role="group" aria-label={messages.presetsLabel}>
              {presets.map(name => (
                <Button key={name} size="small" onClick={() => choose(hourPresets[name])}>
                  {messages.presets[name]}
                </Button>
              ))}
            </div>
            <Suspense fallback={<Skeleton height="14rem" />}>
              <HoursGrid
                hours={hours}
                onChange={choose}
                describedBy={control['aria-describedby']}
              />
            </Suspense>
          </div>
        )}
      </FieldGroup>
      <div className={layout.tight}>
        <p aria-live="polite">
          <strong>{hoursText(hours, savedZone || accountZone)}</strong>
        </p>
        <p className={layout.soft}>
          {messages.charged[traffic_type]}{' '}
          {user && <Link href="/settings">{messages.toSettings}</Link>}
        </p>
      </div>
    </>
  )
}
