/** Told to the window once React answers the page. */
const answersEvent = 'mille:answers'

/**
 * A script for the head of the page. Until React answers a control the script keeps what is pressed and sent, each
 * control once, so that a person on a slow line neither presses in vain nor loses what they typed to a reload. Parts of
 * a page are answered as their code comes: React has then put its own property on each element, by which they are
 * known; where not even the page's body has it, all of them are taken as known. What the browser opens by itself is not
 * delayed.
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
addEventListener('${answersEvent}', () => {
  isAnswering = true
  replay()
}, { once: true })
}`

/**
 * Gives React what was typed and chosen before it came, then what was pressed. Each waits for its own turn: within React's own
 * work an event changes nothing that it would draw, and a field would be set back to what it was.
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
      // Each handler empties its field: a file that is still there has not been heard of.
      if (field.files?.length) field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // After what was typed has been rendered.
    setTimeout(() => window.dispatchEvent(new Event(answersEvent)))
  })
}

/** The same for what was chosen in a part of the page whose code has come after the rest. */
export function replayEarlyChoices(): void {
  setTimeout(replayChoices)
}

function replayChoices(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input:is([type=checkbox], [type=radio])'
  )) {
    const rendered = renderedProps(field)
    // A radio that another one has replaced is reported by that one. One that React has answered already is as React
    // has rendered it; pressed once more it would change back. One of a part that React has not taken over yet waits
    // for that.
    const isPressed =
      rendered !== undefined &&
      field.checked !== field.defaultChecked &&
      field.checked !== rendered.checked
    if (isPressed && (field.checked || field.type === 'checkbox')) repress(field)
  }
}

/** What React has rendered of an element that it has taken over. */
function renderedProps(element: Element): { checked?: boolean } | undefined {
  const entry = Object.entries(element).find(([key]) => key.startsWith('__reactProps'))
  return entry?.[1]
}

/** As above: set back, and pressed once more. */
function repress(field: HTMLInputElement): void {
  field.checked = field.defaultChecked
  field.click()
}

/** React ignores an event whose value it has seen, and it saw this one when it took the field over. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  field.value = field.defaultValue
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
