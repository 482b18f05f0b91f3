import { html } from 'hono/html'
import type { OutboxMail } from '../mail/outbox.ts'

/** Renders the development outbox as a page with all emails, newest first. */
export function outboxPage(mails: readonly OutboxMail[]) {
  const items = mails.map(
    mail => html`<article>
      <h2>${mail.subject}</h2>
      <p>To <b>${mail.to}</b>, <time>${mail.sent_at}</time></p>
      <pre>${mail.text}</pre>
      ${mail.links.map(link => html`<p><a href="${link}">${link}</a></p>`)}
    </article>`
  )
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Outbox</title>
    <style>
      body { max-inline-size: 44rem; margin: 2rem auto; padding-inline: 1rem; font: 16px/1.5 system-ui, sans-serif; }
      article { border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding-block: 1rem; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
      h2 { font-size: 1.1rem; margin: 0; }
    </style>
  </head>
  <body>
    <h1>Outbox</h1>
    <p>Mail that this development server would have sent.</p>
    ${items.length > 0 ? items : html`<p>No emails yet.</p>`}
  </body>
</html>`
}
