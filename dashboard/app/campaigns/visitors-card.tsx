import { countryCodes, countryName } from '@mille/api/campaigns/countries.ts'
import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import { type CodeChoice, choiceModes } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup, type FieldTexts } from '@mille/ui/field/field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Suspense } from 'react'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import type { Codes } from './code-picker.tsx'
import type { StepProps } from './step-props.ts'
import {
  type ChoiceWords,
  countryWords,
  deviceLabels,
  visitorsMessages as messages,
  pageLanguageWords,
  systemLabels
} from './visitors-messages.ts'

// Loaded separately, because most campaigns target all countries and languages.
const CodePicker = lazyPart(async () => (await import('./code-picker.tsx')).CodePicker)

type Kind = Codes & { words: ChoiceWords }

const countryKind: Kind = { all: countryCodes, nameOf: countryName, words: countryWords }
const languageKind: Kind = {
  all: () => languages,
  nameOf: languageName,
  words: pageLanguageWords
}

/**
 * Chooses the visitors who see the campaign, by country, device and operating system, and the languages of the pages.
 */
export function VisitorsCard({ stores: { change }, draft, problems }: StepProps) {
  const { countries, devices, systems, page_languages } = draft
  return (
    <Card title={messages.title}>
      <div className={layout.stack}>
        <ChoiceField
          name="countries"
          kind={countryKind}
          problem={problems.countries}
          choice={countries}
          onChange={countries => change({ countries })}
        />
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
        <ChoiceField
          name="page_languages"
          kind={languageKind}
          problem={problems.page_languages}
          choice={page_languages}
          onChange={({ mode, codes }) =>
            change({ page_languages: { mode, codes: languages.filter(it => codes.includes(it)) } })
          }
        />
      </div>
    </Card>
  )
}

type ChoiceFieldProps = {
  name: string
  kind: Kind
  problem: string | undefined
  choice: CodeChoice
  onChange: (choice: CodeChoice) => void
}

/** Chooses all codes, some of them, or all but some. */
function ChoiceField(props: ChoiceFieldProps) {
  const { name, kind, problem, choice, onChange } = props
  const { label, help, modes } = kind.words
  return (
    <>
      <RadioCards
        label={label}
        help={help[choice.mode]}
        name={name}
        options={choiceModes.map(value => ({ value, label: modes[value] }))}
        value={choice.mode}
        error={fieldText(label, problem)}
        onChange={mode => onChange({ ...choice, mode })}
      />
      {choice.mode !== 'all' && (
        <Suspense fallback={null}>
          <CodePicker
            kind={kind}
            codes={choice.codes}
            onChange={codes => onChange({ ...choice, codes })}
          />
        </Suspense>
      )}
    </>
  )
}

type KindsFieldProps<Kind extends string> = FieldTexts & {
  all: readonly Kind[]
  labels: Record<Kind, string>
  /** The chosen kinds. Null means all. */
  chosen: readonly Kind[] | null
  onChange: (chosen: Kind[] | null) => void
}

/** A choice among a few kinds, with a checkbox for each. */
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
