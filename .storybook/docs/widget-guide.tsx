import { describeElement, widgetNames } from './elements.ts'
import { playgrounds } from './playgrounds.ts'
import { Snippets } from './snippets-block.tsx'

const frameHeight = 640

/** The six widgets: what each is, how it looks on a page, and the code to copy. Each preview is in its own iframe. */
export function WidgetGuide() {
  return widgetNames.map(name => {
    const { tagName, description } = describeElement(name)
    return (
      <section key={name}>
        <h2 id={tagName}>{`<${tagName}>`}</h2>
        <p>{description}</p>
        <iframe
          title={`${tagName} on a publisher’s page`}
          src={`iframe.html?id=${playgrounds[name].id}&viewMode=story`}
          loading="lazy"
          width="100%"
          height={frameHeight}
          style={{ border: '1px solid #8888', borderRadius: 4 }}
        />
        <Snippets name={name} />
      </section>
    )
  })
}
