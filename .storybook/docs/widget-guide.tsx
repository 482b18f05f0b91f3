import { describeElement, type WidgetName, widgetNames } from './elements.ts'
import { Snippets } from './snippets-block.tsx'

/** Stories of the playgrounds, each in a frame of its own: a widget has the page to itself. */
const stories: Record<WidgetName, { id: string; height: number }> = {
  ad: { id: 'playgrounds-ad--playground', height: 600 },
  marketplace: { id: 'playgrounds-widgets--marketplace', height: 600 },
  announcement: { id: 'playgrounds-widgets--announcement', height: 600 },
  login: { id: 'playgrounds-widgets--login', height: 600 },
  chat: { id: 'playgrounds-widgets--chat', height: 600 },
  feedback: { id: 'playgrounds-widgets--feedback', height: 600 }
}

/** The six widgets: what each is, how it looks on a page, and the code to copy. */
export function WidgetGuide() {
  return widgetNames.map(name => {
    const { tagName, description } = describeElement(name)
    const { id, height } = stories[name]
    return (
      <section key={name}>
        <h2 id={tagName}>{`<${tagName}>`}</h2>
        <p>{description}</p>
        <iframe
          title={`${tagName} on a publisher’s page`}
          src={`iframe.html?id=${id}&viewMode=story`}
          loading="lazy"
          width="100%"
          height={height}
          style={{ border: '1px solid #8888', borderRadius: 4 }}
        />
        <Snippets name={name} />
      </section>
    )
  })
}
