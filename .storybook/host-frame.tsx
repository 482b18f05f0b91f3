import { Button } from '@mille/ui/button/button.tsx'
import { type HostName, hosts } from '@mille/widgets/hosts/hosts.ts'
import { useRef } from 'react'

export type HostFrameProps = {
  /** The widgets as HTML. */
  html: string
  /** Name of the method that opens a widget once the elements are loaded. */
  opens?: string | undefined
  host: HostName
  theme: 'light' | 'dark' | 'system'
  /** A BCP 47 language tag, which also decides the text direction. */
  language: string
  width: number
  height?: number | undefined
  policy: 'none' | 'strict'
}

/** Controls that every playground has. */
export const hostControls = {
  host: { control: 'select', options: Object.keys(hosts), description: 'Style sheet of the page' },
  theme: { control: 'inline-radio', options: ['system', 'light', 'dark'] },
  language: { control: 'select', options: ['en', 'de', 'ja', 'he', 'ar'] },
  width: { control: 'select', options: [320, 360, 768, 1280] },
  policy: {
    control: 'inline-radio',
    options: ['none', 'strict'],
    description: 'Content security policy: the strictest one allows one script by its nonce'
  }
} as const

/** The settings that a playground starts with. */
export const usualHost = {
  host: 'bare',
  theme: 'light',
  language: 'en',
  width: 768,
  policy: 'none'
} as const satisfies Partial<HostFrameProps>

/**
 * A publisher's page in an iframe with the built elements and its own document, style sheet, language and content
 * policy. Fixed elements are fixed to the iframe, as they are to a phone's screen.
 */
export function HostFrame(props: HostFrameProps) {
  const page = writePage(props)
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <>
      <iframe
        key={page}
        ref={frame}
        title="A publisher’s page"
        srcDoc={page}
        width={props.width}
        height={props.height ?? 560}
        style={{
          display: 'block',
          boxSizing: 'border-box',
          maxInlineSize: '100%',
          border: '1px solid var(--mille-line-strong)',
          borderRadius: 12
        }}
      />
      <p>
        <Button size="small" onClick={() => frame.current?.contentWindow?.print()}>
          Print this page
        </Button>
      </p>
    </>
  )
}

function writePage({ html, opens, host, theme, language, policy }: HostFrameProps): string {
  const nonce = 'a-nonce-for-this-page'
  const loader = new URL(`${import.meta.env.BASE_URL}embed/v1/mille.js`, location.href).href
  const rules = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${location.origin}`,
    `img-src ${location.origin} data:`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ]
  const policyTag =
    policy === 'strict'
      ? `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`
      : ''
  const scheme = theme === 'system' ? 'light dark' : theme
  const open = opens
    ? `<script type="module" nonce="${nonce}">
        await customElements.whenDefined('mille-${opens}')
        document.querySelector('mille-${opens}').open(${opens === 'login' ? "'GET_SIGN_IN_POPUP'" : ''})
      </script>`
    : ''
  return `<!doctype html><html lang="${language}" dir="${/^(ar|he)/.test(language) ? 'rtl' : 'ltr'}"><head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width">${policyTag}
    <meta name="color-scheme" content="${scheme}"><title>A publisher’s page</title>
    <style nonce="${nonce}">${hosts[host]}</style>
    <script type="module" nonce="${nonce}" src="${loader}"></script></head>
    <body class="page"><h1>A publisher’s page</h1>
    <p>Its words come before the widget, with <a href="https://magazine.example/">a link of its own</a>.</p>
    ${html}
    <p>More of its words come after it. <button type="button">Its button</button></p>${open}</body></html>`
}
