import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createSheet } from '../shared/create-sheet.ts'
import { type HostName, hosts } from './hosts.ts'

export type HostStageProps = {
  host: HostName
  className?: string | undefined
  /** Content of the page. */
  children: ReactNode
}

/**
 * Simulates another site's page: a shadow root with that site's style sheet. The content is subject to its rules as on
 * the real site, and nothing outside is. Fixed elements stay inside.
 */
export function HostStage({ host, className, children }: HostStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const root = stage.current?.shadowRoot ?? stage.current?.attachShadow({ mode: 'open' })
    if (!root) return
    const body = document.createElement('div')
    body.className = 'page'
    root.replaceChildren(body)
    root.adoptedStyleSheets = [createSheet(`${ground}\n${hosts[host]}`)]
    setPage(body)
  }, [host])

  return (
    <div ref={stage} className={className}>
      {page && createPortal(children, page)}
    </div>
  )
}

/** Resets the stage to browser defaults, so that the styles of the surrounding interface do not apply. */
const ground = `:host { all: initial; display: block; contain: layout; overflow: auto; background: #fff; color: #000 }
:host, .page { color-scheme: light }`
