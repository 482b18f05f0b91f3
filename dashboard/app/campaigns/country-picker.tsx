import { countryCodes, countryName } from '@mille/api/campaigns/countries.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type KeyboardEvent, useMemo, useState } from 'react'
import layout from '../page/layout.module.css'
import chips from '../traffic-selection/traffic.module.css'
import styles from './country-picker.module.css'
import { visitorsMessages as messages } from './visitors-messages.ts'

type CountryPickerProps = { codes: readonly string[]; onChange: (codes: string[]) => void }

/** Some of all countries: those that are chosen, and a list of all to search and choose from. */
export function CountryPicker({ codes, onChange }: CountryPickerProps) {
  const countries = useMemo(listCountries, [])
  const [query, setQuery] = useState('')
  const wanted = plain(query.trim())
  const matches = countries.filter(
    it => it.code === query.trim().toUpperCase() || it.plain.includes(wanted)
  )
  const chosen = countries.filter(it => codes.includes(it.code))

  const choose = (code: string, isChosen: boolean) =>
    onChange(isChosen ? [...codes, code] : codes.filter(it => it !== code))

  /** Enter takes the only match, and does not send the form. */
  function takeOnly(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only, ...others] = matches
    if (!only || others.length > 0) return
    choose(only.code, !codes.includes(only.code))
    setQuery('')
  }

  return (
    <div className={layout.tight}>
      {chosen.length > 0 && (
        <ul className={chips.chips} aria-label={messages.chosen}>
          {chosen.map(({ code, name }) => (
            <li key={code} className={chips.chip}>
              {name}
              <IconButton
                icon="close"
                size="small"
                label={messages.remove(name)}
                onClick={() => choose(code, false)}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={messages.search}
        type="search"
        autoComplete="off"
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={takeOnly}
      />
      {matches.length === 0 ? (
        <p className={layout.soft} role="status">
          {messages.noMatch}
        </p>
      ) : (
        <ul className={styles.list} aria-label={messages.countries}>
          {matches.map(({ code, name }) => (
            <li key={code}>
              <Checkbox
                label={name}
                checked={codes.includes(code)}
                onChange={event => choose(code, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Country = { code: string; name: string; plain: string }

function listCountries(): Country[] {
  const countries = [...countryCodes()].map(code => {
    const name = countryName(code)
    return { code, name, plain: plain(name) }
  })
  return countries.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** As people type it: in small letters, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
