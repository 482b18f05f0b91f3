import { HostStage } from '@mille/widgets/hosts/host-stage.tsx'
import type { HostName } from '@mille/widgets/hosts/hosts.ts'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import styles from './widget-story.module.css'

/** The toolbar's settings for a widget's story. */
export type WidgetGlobals = { renderer: 'react' | 'element'; host: HostName | 'none' }

/** The preview provides this context to every story. */
export const WidgetGlobalsContext = createContext<WidgetGlobals>({
  renderer: 'react',
  host: 'none'
})

export function readWidgetGlobals(globals: Record<string, unknown>): WidgetGlobals {
  return {
    renderer: globals.renderer === 'element' ? 'element' : 'react',
    host: (globals.host as HostName | undefined) ?? 'none'
  }
}

type WidgetStoryProps = {
  /** The element's name without `mille-`. */
  name: string
  attributes: Record<string, string | undefined>
  /** The same widget as a React component. */
  children: ReactNode
  /** Called once the element is on the page, for example to open it. */
  onElement?: ((element: HTMLElement) => void) | undefined
}

/**
 * A widget in the form selected in the toolbar: the React component or the built element, alone or on another site's
 * page. A host page always gets the element, because a component has no shadow root that protects it from the page's
 * styles.
 */
export function WidgetStory({ name, attributes, children, onElement }: WidgetStoryProps) {
  const { renderer, host } = useContext(WidgetGlobalsContext)
  const element = <BuiltElement name={name} attributes={attributes} onElement={onElement} />
  if (host === 'none')
    return renderer === 'element' ? element : <div className={styles.place}>{children}</div>
  return (
    <HostStage host={host}>
      <h1>Somebody’s page</h1>
      <p>
        Its words, with <a href="#page">a link of its own</a>, stand before the widget
      </p>
      {element}
      <p>
        and after it. <button type="button">Its button</button>
      </p>
    </HostStage>
  )
}

function BuiltElement({
  name,
  attributes,
  onElement
}: Pick<WidgetStoryProps, 'name' | 'attributes' | 'onElement'>) {
  const Tag = `mille-${name}` as 'div'
  const element = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    loadElement(name).catch(() => setProblem(`The elements are not built: run npm run build:embed`))
  }, [name])
  const key = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another element, which is passed on once
  useEffect(() => {
    if (element.current) onElement?.(element.current)
  }, [key])
  if (problem) return <p role="alert">{problem}</p>
  // Changed attributes create a new element, so that text typed into the previous element does not remain.
  return <Tag key={key} ref={element} {...attributes} />
}

async function loadElement(name: string): Promise<void> {
  const entry = new URL(`${import.meta.env.BASE_URL}embed/v1/${name}.js`, location.href)
  await import(/* @vite-ignore */ entry.href)
}

/** Finds what the widget has drawn, in the light DOM or in a shadow root, for play tests. */
export async function insideWidget(canvasElement: HTMLElement, name: string) {
  const hosts = () =>
    [...canvasElement.querySelectorAll('*')].flatMap(it => [
      it,
      ...(it.shadowRoot?.querySelectorAll('*') ?? [])
    ])
  const element = hosts().find(it => it.localName === `mille-${name}`)
  // Skips the slot for the element's own children.
  const drawn = () =>
    [...(element?.shadowRoot?.children ?? [])].filter(it => it.localName !== 'slot')
  if (element) await waitFor(() => expect(drawn()).toHaveLength(1))
  // An ad has a shadow root both as an element and as a React component.
  const root = (element ?? hosts().find(it => it.shadowRoot))?.shadowRoot
  return within((root?.firstElementChild as HTMLElement | undefined) ?? canvasElement)
}
