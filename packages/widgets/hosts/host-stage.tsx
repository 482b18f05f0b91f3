import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createSheet } from '../shared/create-sheet.ts'
import { type HostName, hosts } from './hosts.ts'

export type HostStageProps = {
  host: HostName
  className?: string | undefined
  /** The content of the page. */
  children: ReactNode
}

/**
 * Another site's page within this one: a shadow root with that page's style sheet. What is inside meets its rules as it
 * would there, and nothing outside does. What is fixed stays inside.
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

/** A browser's own sheet for a page: the interface around the stage must not come in. */
const ground = `:host { all: initial; display: block; contain: layout; overflow: auto; background: #fff; color: #000 }
:host, .page { color-scheme: light }`
