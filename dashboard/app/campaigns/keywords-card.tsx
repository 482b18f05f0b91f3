import { maxKeywords } from '@mille/api/campaigns/page-words.ts'
import {
  type KeywordKind,
  keywordSeparator,
  splitKeywords
} from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  addKeywords,
  keywordKinds,
  keywordProblem
} from '@mille/stores/campaign-draft/keyword-lists.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState
} from 'react'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import chips from '../traffic-selection/traffic.module.css'
import type { StepProps } from './step-props.ts'
import { keywordMessages as messages, visitorsMessages } from './visitors-messages.ts'

/** Chooses the sites that show the campaign by the words on their home pages. */
export function KeywordsCard({ stores: { $draft, change }, draft, problems }: StepProps) {
  const setKeywords = (kind: KeywordKind, text: string, list?: string[]) =>
    change({
      [`typed_${kind}`]: text,
      // While a word is typed, the lists stay the same, so that the reach is not requested again.
      ...(list && { page_keywords: { ...$draft.get().page_keywords, [kind]: list } })
    })

  // What is still in the fields when the step is left was meant to be added.
  useEffect(
    () => () => {
      const { page_keywords, typed_include, typed_exclude } = $draft.get()
      if (typed_include === '' && typed_exclude === '') return
      const include = addKeywords(page_keywords.include, typed_include)
      const exclude = addKeywords(page_keywords.exclude, typed_exclude)
      change({
        page_keywords: { include: include.list, exclude: exclude.list },
        typed_include: include.rest,
        typed_exclude: exclude.rest
      })
    },
    [$draft, change]
  )

  return (
    <Card title={messages.title} description={messages.text}>
      <div className={layout.stack}>
        {keywordKinds.map(kind => (
          <KeywordsField
            key={kind}
            kind={kind}
            list={draft.page_keywords[kind]}
            text={draft[`typed_${kind}`]}
            problem={
              problems[`typed_${kind}`] ?? (kind === 'include' ? problems.page_keywords : undefined)
            }
            onChange={(text, list) => setKeywords(kind, text, list)}
          />
        ))}
      </div>
    </Card>
  )
}

type KeywordsFieldProps = {
  kind: KeywordKind
  list: readonly string[]
  text: string
  problem: string | undefined
  /** Without a list, only the text has changed. */
  onChange: (text: string, list?: string[]) => void
}

/** A field that turns typed words into a list. What cannot be added stays in the field, with the reason. */
function KeywordsField({ kind, list, text, problem, onChange }: KeywordsFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  /** Whether words in the field were refused, so that the reason is shown until the text changes. */
  const [isRefused, setIsRefused] = useState(false)
  const label = messages.labels[kind]
  const refusal = (isRefused && keywordProblem(list, text)) || problem

  function add(typed: string) {
    const { list: longer, rest } = addKeywords(list, typed)
    onChange(rest, longer)
    setIsRefused(rest !== '')
  }

  function edit({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // During composition, an input method may still change a comma. Text from before hydration has no native event.
    const isComposing = (nativeEvent as InputEvent | undefined)?.isComposing ?? false
    const hasSeparator = separatorsIn(target.value) > separatorsIn(text)
    if (!isComposing && hasSeparator) return add(target.value)
    setIsRefused(false)
    onChange(target.value)
  }

  /** Enter adds the words instead of submitting the form. */
  function addByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(text)
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = withPastedList(event)
    if (pasted === null) return
    event.preventDefault()
    add(pasted)
  }

  return (
    <div ref={field} className={layout.tight}>
      <TextField
        label={label}
        help={messages.help[kind]}
        error={fieldText(label, refusal)}
        name={`typed_${kind}`}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        value={text}
        onChange={edit}
        onKeyDown={addByEnter}
        onPaste={paste}
        suffix={<AddButton label={messages.add[kind]} onClick={() => add(text)} />}
      />
      <KeywordChips
        label={label}
        list={list}
        onChange={shorter => {
          if (shorter.length === 0) field.current?.querySelector('input')?.focus()
          onChange(text, shorter)
        }}
      />
      <p className={`${layout.soft} ${layout.small}`} role="status">
        {list.length > 0 && messages.count(list.length, maxKeywords)}
        {isRefused && <VisuallyHidden> {messages.notAdded(text)}</VisuallyHidden>}
      </p>
    </div>
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="quiet" aria-label={label} onClick={onClick}>
      {messages.addWord}
    </Button>
  )
}

type KeywordChipsProps = {
  label: string
  list: readonly string[]
  onChange: (list: string[]) => void
}

function KeywordChips({ label, list, onChange }: KeywordChipsProps) {
  const chipList = useRef<HTMLUListElement>(null)
  if (list.length === 0) return null

  /** Moves the focus to the next keyword, because the pressed button disappears. */
  function remove(index: number) {
    const buttons = chipList.current?.querySelectorAll('button')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1]
    next?.focus()
    onChange(list.filter((_, at) => at !== index))
  }

  return (
    <ul ref={chipList} className={chips.chips} aria-label={label}>
      {list.map((word, index) => (
        <li key={word} className={chips.chip}>
          <bdi>{word}</bdi>
          <IconButton
            icon="close"
            size="small"
            label={visitorsMessages.remove(word)}
            onClick={() => remove(index)}
          />
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the field's text with a pasted list in it, whose lines the browser would join. Returns null for a single word.
 */
function withPastedList({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement>) {
  const pasted = clipboardData.getData('text')
  if (splitKeywords(pasted).length < 2) return null
  const { value, selectionStart, selectionEnd } = currentTarget
  return value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length)
}

function separatorsIn(text: string): number {
  return text.split(keywordSeparator).length - 1
}
