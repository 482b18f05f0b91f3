import { join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

type Options = {
  /** The folder of the documentation. */
  docs: string
  /** Address at which the files of the repository can be read. */
  source: string
}

/** Folders and files of the documentation that are not pages of the site. */
const notPages = /^(changes\/|screens\.md|api\/openapi)/

/** Makes relative links to files that are not pages of the site lead to the repository. */
export function leadOut(md: MarkdownRenderer, { docs, source }: Options): void {
  md.core.ruler.push('lead-out', ({ tokens, env }) => {
    const folder = join(relative(docs, String(env.realPath ?? env.path)), '..')
    for (const token of tokens.flatMap(it => it.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (!href || /^([a-z]+:|[/#])/.test(href)) continue
      const target = join(folder, href)
      const isPage = !target.startsWith('..') && !notPages.test(target) && /\.md(#|$)/.test(target)
      if (!isPage) token.attrSet('href', `${source}/${join('docs', target)}`)
    }
  })
}
