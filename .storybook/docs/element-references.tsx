import { ElementReference } from './element-reference.tsx'
import { describeElement, widgetNames } from './elements.ts'

/** Shows the references of all six elements, one after the other. */
export function ElementReferences() {
  return widgetNames.map(name => (
    <section key={name}>
      <h2 id={`mille-${name}`}>{`<mille-${name}>`}</h2>
      <p>{describeElement(name).description}</p>
      <ElementReference name={name} />
    </section>
  ))
}
