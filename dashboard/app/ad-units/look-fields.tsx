import type { EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import { type AdLook, adLooks } from '@mille/api/constants.ts'
import type { ColorName } from '@mille/stores/code-embedding/colors.ts'
import { ColorField } from '@mille/ui/color-field/color-field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useEffect, useRef } from 'react'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import styles from './look-fields.module.css'
import { colorLabels, looks, adUnitDetailMessages as messages } from './messages.ts'

const lookOptions = adLooks.map(value => ({ value, ...looks[value] }))
const colorNames = Object.keys(colorLabels) as ColorName[]

type LookFieldProps = { value: AdLook; onChange: (look: AdLook) => void }

export function LookField({ value, onChange }: LookFieldProps) {
  return (
    <RadioCards
      label={messages.shape}
      name="look"
      options={lookOptions}
      value={value}
      onChange={onChange}
    />
  )
}

type ColorFieldsProps = {
  color: EmbedSettings['color']
  /** Problems of colors, by name. */
  problems?: Readonly<Record<string, string>>
  onChange: (name: ColorName, value: string) => void
}

/** The fold with the colors of an ad. It is opened when a color has a problem. */
export function ColorFields({ color, problems = {}, onChange }: ColorFieldsProps) {
  const hasProblem = colorNames.some(name => name in problems)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (hasProblem && fold.current) fold.current.open = true
  }, [hasProblem])
  return (
    <details ref={fold} className={styles.colors}>
      <summary>{messages.colors}</summary>
      <p className={`${layout.soft} ${layout.small}`}>{messages.colorsHelp}</p>
      <div className={layout.pair}>
        {colorNames.map(name => (
          <ColorField
            key={name}
            label={colorLabels[name]}
            name={name}
            value={color[name] ?? ''}
            error={fieldText(colorLabels[name], problems[name])}
            onChange={value => onChange(name, value)}
          />
        ))}
      </div>
    </details>
  )
}
