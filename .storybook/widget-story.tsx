import { HostStage } from '@mille/widgets/hosts/host-stage.tsx'
import type { HostName } from '@mille/widgets/hosts/hosts.ts'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import styles from './widget-story.module.css'

/** What the toolbar says about a widget's story. */
export type WidgetGlobals = { renderer: 'react' | 'element'; host: HostName | 'none' }

/** Set around every story by the preview. */
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
  /** Runs once the element is there, e.g. to open it. */
  onElement?: ((element: HTMLElement) => void) | undefined
}

/**
 * A widget as the toolbar asks for it: the React component or the built element, alone or on another site's page. A
 * host page gets the element in either case, since the component has no shadow root to protect it from the page's
 * rules.
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
  // An element whose attributes are others is another one: what was typed in the last must not stay.
  return <Tag key={key} ref={element} {...attributes} />
}

async function loadElement(name: string): Promise<void> {
  const entry = new URL(`${import.meta.env.BASE_URL}embed/v1/${name}.js`, location.href)
  await import(/* @vite-ignore */ entry.href)
}

/** What the widget has drawn, in the light or in a shadow root, for play tests. */
export async function insideWidget(canvasElement: HTMLElement, name: string) {
  const hosts = () =>
    [...canvasElement.querySelectorAll('*')].flatMap(it => [
      it,
      ...(it.shadowRoot?.querySelectorAll('*') ?? [])
    ])
  const element = hosts().find(it => it.localName === `mille-${name}`)
  // Apart from a slot for the element's own children.
  const drawn = () =>
    [...(element?.shadowRoot?.children ?? [])].filter(it => it.localName !== 'slot')
  if (element) await waitFor(() => expect(drawn()).toHaveLength(1))
  // The ad is a shadow root in either case.
  const root = (element ?? hosts().find(it => it.shadowRoot))?.shadowRoot
  return within((root?.firstElementChild as HTMLElement | undefined) ?? canvasElement)
}
