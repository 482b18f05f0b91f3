import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type KeyboardEvent, useMemo, useState } from 'react'
import layout from '../page/layout.module.css'
import chips from '../traffic-selection/traffic.module.css'
import styles from './code-picker.module.css'
import { type ChoiceWords, visitorsMessages as messages } from './visitors-messages.ts'

/** All codes of one kind, for example countries, with their English names. */
export type Codes = {
  all: () => Iterable<string>
  nameOf: (code: string) => string
  words: Pick<ChoiceWords, 'label' | 'chosen' | 'search' | 'noMatch'>
}

type CodePickerProps = {
  kind: Codes
  codes: readonly string[]
  onChange: (codes: string[]) => void
}

/** Chooses some of many codes: shows the chosen codes and a searchable list of all codes. */
export function CodePicker({ kind, codes, onChange }: CodePickerProps) {
  const { words } = kind
  const listed = useMemo(() => listCodes(kind), [kind])
  const [query, setQuery] = useState('')
  const wanted = plain(query.trim())
  const matches = listed.filter(it => it.code.toLowerCase() === wanted || it.plain.includes(wanted))
  const chosen = listed.filter(it => codes.includes(it.code))

  const choose = (code: string, isChosen: boolean) =>
    onChange(isChosen ? [...codes, code] : codes.filter(it => it !== code))

  /** Enter selects the only match instead of submitting the form. */
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
        <ul className={chips.chips} aria-label={words.chosen}>
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
        label={words.search}
        type="search"
        autoComplete="off"
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={takeOnly}
      />
      {matches.length === 0 ? (
        <p className={layout.soft} role="status">
          {words.noMatch}
        </p>
      ) : (
        <ul className={styles.list} aria-label={words.label}>
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

function listCodes({ all, nameOf }: Codes) {
  const named = [...all()].map(code => {
    const name = nameOf(code)
    return { code, name, plain: plain(name) }
  })
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Normalizes text for the search: lowercase, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
