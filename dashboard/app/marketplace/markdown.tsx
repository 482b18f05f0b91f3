// react-markdown: kept by unified; it makes React elements and never HTML, so there is nothing to sanitise afterwards.
import ReactMarkdown from 'react-markdown'
import { limitNesting } from './limit-nesting.ts'
import styles from './markdown.module.css'

const elements = ['p', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'h3', 'br']

/** Somebody else's text: no HTML, no pictures that would tell who reads it, links that vouch for nothing. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        skipHtml
        allowedElements={elements}
        unwrapDisallowed
        urlTransform={safeAddress}
        components={{
          a: ({ href, children: words }) =>
            href ? (
              <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
                {words}
              </a>
            ) : (
              words
            ),
          h3: ({ children: words }) => <h3>{words}</h3>
        }}
      >
        {limitNesting(children)}
      </ReactMarkdown>
    </div>
  )
}

/** Only whole addresses of the web; any other is no link. */
function safeAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : ''
}
