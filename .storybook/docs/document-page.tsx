import {
  Controls,
  Description,
  DocsContext,
  Primary,
  Stories,
  Subtitle,
  Title
} from '@storybook/addon-docs/blocks'
import { useContext } from 'react'
import { ElementReference } from './element-reference.tsx'
import { describeElement, widgetOfTitle } from './elements.ts'
import { playgrounds } from './playgrounds.ts'
import { Snippets } from './snippets-block.tsx'

/** The documentation page of a component. The page of a widget adds code snippets and the reference of its element. */
export function DocumentPage() {
  const title = useContext(DocsContext).componentStories()[0]?.title ?? ''
  const widget = widgetOfTitle(title)
  return (
    <>
      <Title />
      <Subtitle />
      {widget ? <p>{describeElement(widget).description}</p> : <Description />}
      <Primary />
      {!widget && <Controls />}
      {widget && (
        <>
          <h2>Put it on a page</h2>
          <p>
            Try it with every setting, on a page of your choice, in{' '}
            <a href={`./?path=/story/${playgrounds[widget].id}`} target="_top">
              its playground
            </a>
            .
          </p>
          <Snippets name={widget} />
          <ElementReference name={widget} />
        </>
      )}
      <Stories />
    </>
  )
}
