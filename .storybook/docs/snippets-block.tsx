import { Source } from '@storybook/addon-docs/blocks'
import type { WidgetName } from './elements.ts'
import { snippetsOf, usualAttributes } from './snippets.ts'

/** Every way to put a widget on a page, each with a button that copies it. */
export function Snippets({ name }: { name: WidgetName }) {
  return snippetsOf(name, usualAttributes[name]).map(({ title, language, code }) => (
    <div key={title}>
      <h4>{title}</h4>
      <Source code={code} language={language} />
    </div>
  ))
}
