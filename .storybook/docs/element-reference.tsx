import type { Described, WidgetName } from './elements.ts'
import { describeElement } from './elements.ts'

/** Attributes, events, methods and CSS properties of an element, from `custom-elements.json`. */
export function ElementReference({ name }: { name: WidgetName }) {
  const { tagName, attributes, events, members, cssProperties = [] } = describeElement(name)
  return (
    <>
      <Rows title={`Attributes of <${tagName}>`} head="Attribute" rows={attributes} />
      <Rows
        title="Events"
        head="Event"
        rows={events}
        note="They bubble and leave shadow roots, so that a page may listen on the document."
      />
      <Rows
        title="Methods"
        head="Method"
        rows={members.map(it => ({ ...it, name: `${it.name}()` }))}
      />
      <Rows
        title="CSS properties"
        head="Property"
        rows={cssProperties}
        note={
          cssProperties.length > 0
            ? `Set them on the element, as in ${tagName} { --mille-accent: … }. Nothing else of the page’s styles comes in.`
            : 'None: the color attributes, or the colors of the ad unit, decide how an ad looks.'
        }
      />
    </>
  )
}

type RowsProps = { title: string; head: string; rows: Described[]; note?: string }

function Rows({ title, head, rows, note }: RowsProps) {
  const isTyped = rows.some(it => it.type)
  return (
    <>
      <h3>{title}</h3>
      {note && <p>{note}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {isTyped && <th scope="col">Type</th>}
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.name}>
                <td>
                  <code>{row.name}</code>
                </td>
                {isTyped && (
                  <td>
                    <code>{row.type?.text}</code>
                  </td>
                )}
                <td>{row.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
