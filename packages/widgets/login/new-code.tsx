import type { PopupStores } from '@mille/stores/popups/popups.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { translate } from '../shared/words.ts'
import { anonymousMessages } from './anonymous-messages.ts'
import { Panel } from './panel.tsx'
import { PasskeyOffer, type PasskeyOfferProps } from './passkey-offer.tsx'

export type NewCodeProps = Pick<PasskeyOfferProps, 'passkeys' | 'words'> & {
  code: string
  /** Tells the server that the code is saved. */
  confirm: () => Promise<unknown>
  popups: Pick<PopupStores, 'hold' | '$refusals'>
  onDone: () => void
}

/**
 * Shows the code of a new account, once. Neither Esc nor the surrounding page can close it before the code is saved.
 */
export function NewCode({ code, confirm, popups, passkeys, onDone, words }: NewCodeProps) {
  const messages = translate(anonymousMessages, words)
  const [isKept, setIsKept] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const [isFileSaved, setIsFileSaved] = useState(false)
  const [hasPasskey, setHasPasskey] = useState(false)
  const refusals = useStore(popups.$refusals)
  const [refusalsBefore] = useState(refusals)
  const isSafe = isKept || isCopied || isFileSaved || hasPasskey

  useEffect(() => {
    popups.hold(!isSafe)
    if (isSafe) return
    // Makes the browser ask for confirmation before the page is left.
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [popups, isSafe])
  useEffect(() => () => popups.hold(false), [popups])

  async function copy() {
    await navigator.clipboard.writeText(code)
    setIsCopied(true)
  }

  async function finish() {
    // If the answer is lost, a banner on the page keeps asking the user to confirm.
    await confirm()
    onDone()
  }

  return (
    <Panel>
      <p className="mille-login-once" role="status">
        {messages.codeOnce}
      </p>
      <code className="mille-login-code" dir="ltr">
        {code}
      </code>
      {/* Only one button is the primary one: first saving the code, then continuing. */}
      <div className="mille-login-keep">
        <button
          type="button"
          className={isSafe ? 'mille-login-second' : 'mille-login-main'}
          onClick={() => void copy().catch(() => setIsCopied(false))}
        >
          {isCopied ? messages.copied : messages.copy}
          {isCopied && <span aria-hidden="true"> ✓</span>}
        </button>
        <button
          type="button"
          className="mille-login-second"
          onClick={() => {
            saveFile(`${messages.fileText.replace('{site}', location.host)}\n${code}\n`)
            setIsFileSaved(true)
          }}
        >
          {messages.download}
        </button>
      </div>
      <PasskeyOffer words={words} passkeys={passkeys} onAdded={() => setHasPasskey(true)} />
      <label className="mille-login-kept">
        <input
          type="checkbox"
          checked={isKept}
          onChange={event => setIsKept(event.currentTarget.checked)}
        />
        {messages.kept}
      </label>
      <p className="mille-login-error" role="alert">
        {refusals > refusalsBefore && !isSafe && messages.notYet}
      </p>
      <button
        type="button"
        className={isSafe ? 'mille-login-main' : 'mille-login-second'}
        disabled={!isSafe}
        onClick={() => void finish()}
      >
        {messages.done}
      </button>
    </Panel>
  )
}

function saveFile(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'mille-account-code.txt'
  link.click()
  // By the next task, the browser has started the download, so the URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
