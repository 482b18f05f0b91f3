import { Chip, Chips } from '@mille/ui/chip/chip.tsx'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../page/pressable-keys.ts'
import styles from './reason-chips.module.css'
import { type CommonReason, reasonMessages as messages } from './reason-messages.ts'

export type ReasonChipsProps = {
  /** At most nine, one for each key. */
  reasons: readonly CommonReason[]
  /** The reason that is written so far. */
  text: string
  /** `byKey`: the reason was chosen with a number key. */
  onChoose: (reason: CommonReason, byKey: boolean) => void
}

/** Common reasons, which a press or the keys 1 to 9 choose. Numbers that are typed into a field remain numbers. */
export function ReasonChips({ reasons, text, onChoose }: ReasonChipsProps) {
  const choose = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined
    if (!reason) return
    event.preventDefault()
    onChoose(reason, true)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => choose(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Chips label={messages.common}>
      {reasons.map((reason, at) => (
        <Chip
          key={reason.name}
          aria-pressed={text.includes(reason.text)}
          aria-keyshortcuts={String(at + 1)}
          onClick={() => onChoose(reason, false)}
        >
          <span className={styles.key} aria-hidden="true">
            {at + 1}
          </span>
          {reason.name}
        </Chip>
      ))}
    </Chips>
  )
}

/**
 * Adds a common reason to the text. It replaces another common reason, and is added after a text that was typed, if both fit
 * into the maximum length.
 */
export function withReason(
  text: string,
  { reason, reasons, max }: { reason: CommonReason; reasons: readonly CommonReason[]; max: number }
): string {
  const written = text.trim()
  if (written === '' || reasons.some(it => it.text === written)) return reason.text
  const both = `${written}\n${reason.text}`
  return written.includes(reason.text) || both.length > max ? text : both
}
