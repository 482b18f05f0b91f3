/** Told to the window once React answers the page. */
const answersEvent = 'mille:answers'

/**
 * A script for the head of the page. Until the page answers it keeps what is pressed and sent, each control once, so that
 * a person on a slow line neither presses in vain nor loses what they typed to a reload. What the browser opens by itself
 * waits for nobody.
 */
export const earlyInputScript = `{
const kept = new Map(), kinds = ['click', 'submit']
const keep = event => {
  const isSent = event.type === 'submit', control = isSent ? event.target : event.target.closest('button:not([popovertarget])')
  if (!control || (!isSent && control.form && control.type === 'submit')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  kept.set(control, event.submitter)
}
for (const kind of kinds) addEventListener(kind, keep, true)
addEventListener('${answersEvent}', () => {
  for (const kind of kinds) removeEventListener(kind, keep, true)
  for (const [control, submitter] of kept)
    if (control.isConnected) control.requestSubmit ? control.requestSubmit(submitter) : control.click()
}, { once: true })
}`

/** Gives React what was typed before it came, then what was pressed. */
export function replayEarlyInput(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=checkbox], [type=radio], [type=file]), textarea'
  )) {
    if (field.value !== field.defaultValue) retype(field)
  }
  // After what was typed has been rendered.
  setTimeout(() => window.dispatchEvent(new Event(answersEvent)))
}

/** React ignores an event whose value it has seen, and it saw this one when it took the field over. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  field.value = field.defaultValue
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
