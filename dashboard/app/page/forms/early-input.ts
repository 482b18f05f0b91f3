import { triggerReplacedEvent } from '@mille/ui/shared/stand-in.tsx'

/** Event sent to the window once React handles the page's input. */
const answersEvent = 'mille:answers'

/**
 * A script that records clicks and submits until React handles a control, each control once, so that slow connections
 * lose neither presses nor typed text. React's property on an element shows that React handles it; if even the body
 * lacks it, all elements count as handled. Popovers open without delay.
 */
export const earlyInputScript = `{
const kept = new Map(), kinds = ['click', 'submit']
let isAnswering = false, timer
const isMarked = element => Object.keys(element).some(key => key.startsWith('__reactProps'))
const isKnown = control => isMarked(control) || !isMarked(document.body)
const wait = () => {
  clearTimeout(timer)
  timer = setTimeout(replay, 50)
}
const keep = event => {
  const isSent = event.type === 'submit', control = isSent ? event.target : event.target.closest('button:not([popovertarget])')
  if (!control || (!isSent && control.form && control.type === 'submit') || (isAnswering && isKnown(control))) return
  event.preventDefault()
  event.stopImmediatePropagation()
  kept.set(control, event.submitter)
  if (isAnswering) wait()
}
const replay = () => {
  for (const [control, submitter] of kept) {
    if (control.isConnected && !isKnown(control)) continue
    kept.delete(control)
    if (control.isConnected) control.requestSubmit ? control.requestSubmit(submitter) : control.click()
  }
  if (kept.size > 0) wait()
}
for (const kind of kinds) addEventListener(kind, keep, true)
addEventListener('${triggerReplacedEvent}', ({ detail: { from, to } }) => {
  if (!kept.delete(from)) return
  kept.set(to)
  if (isAnswering) wait()
})
addEventListener('${answersEvent}', () => {
  isAnswering = true
  replay()
}, { once: true })
}`

/**
 * Passes early input to React: first typed text and choices, then presses. Each step runs in its own task, because
 * events during React's own work cause no update, and fields would be reset.
 */
export function replayEarlyInput(): void {
  setTimeout(() => {
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=checkbox], [type=radio], [type=file]), textarea'
    )) {
      if (field.value !== field.defaultValue) retype(field)
    }
    replayChoices()
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
      // Change handlers empty their file field, so a field that still has files has not been handled yet.
      if (field.files?.length) field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // Runs after the typed text has been rendered.
    setTimeout(() => window.dispatchEvent(new Event(answersEvent)))
  })
}

/** Replays the choices made in a part of the page whose code loaded later than the rest. */
export function replayEarlyChoices(): void {
  setTimeout(replayChoices)
}

function replayChoices(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input:is([type=checkbox], [type=radio])'
  )) {
    const rendered = renderedProps(field)
    // A replaced radio button is reported by the button that replaced it. A field that React has already handled
    // matches its rendered state, and another press would change it back. A field that React has not hydrated yet is
    // replayed later.
    const isPressed =
      rendered !== undefined &&
      field.checked !== field.defaultChecked &&
      field.checked !== rendered.checked
    if (isPressed && (field.checked || field.type === 'checkbox')) repress(field)
  }
}

/** Returns the props that React has rendered for a hydrated element. */
function renderedProps(element: Element): { checked?: boolean } | undefined {
  const entry = Object.entries(element).find(([key]) => key.startsWith('__reactProps'))
  return entry?.[1]
}

/** Resets a checkbox or radio button and clicks it again, so that React notices the change. */
function repress(field: HTMLInputElement): void {
  field.checked = field.defaultChecked
  field.click()
}

/** React ignores an event whose value it already knows, so the field is reset before the typed value is set again. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  field.value = field.defaultValue
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
