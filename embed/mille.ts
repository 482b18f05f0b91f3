import { registry } from '@mille/widgets/shared/registry.ts'

/** What each entry imports. The build puts it in here, since the names of chunks come out of it. */
declare const importsOf: Readonly<Record<string, readonly string[]>>

const prefix = 'mille-'
const names = ['ad', 'announcement', 'chat', 'feedback', 'login', 'marketplace']
const asked = new Set<string>()
const watched = new WeakSet<Node>()
/** Where `type="module"` was left out: a script of another origin then does not know where it came from when it imports. */
const { src } = (document.currentScript ?? {}) as { src?: string }
const observer = new MutationObserver(records => {
  for (const { addedNodes } of records)
    for (const node of addedNodes)
      if (node instanceof Element) {
        loadFor(node)
        lookInto(node)
      }
})

function lookInto(part: ParentNode) {
  for (const element of part.querySelectorAll('*')) loadFor(element)
}

/** Looks into the document, or a shadow root that is open, now and when something is added to it. */
function watch(root: Document | ShadowRoot) {
  if (watched.has(root)) return
  watched.add(root)
  observer.observe(root, { childList: true, subtree: true })
  lookInto(root)
}

/** Each widget's entry is beside this script, under its own name. */
function loadFor(element: Element) {
  const { localName, shadowRoot } = element
  const name = localName.slice(prefix.length)
  if (shadowRoot) watch(shadowRoot)
  if (!names.includes(name) || localName !== prefix + name || customElements.get(localName)) return
  if (asked.has(localName)) return
  asked.add(localName)
  const entry = `${name}.js`
  // At once with the entry, which would ask for them a round trip later. If one fails, so does the entry.
  for (const chunk of importsOf[entry] ?? []) load(chunk).catch(() => {})
  load(entry).catch(() =>
    element.dispatchEvent(
      new CustomEvent(`${localName}:error`, { bubbles: true, detail: { reason: 'network' } })
    )
  )
  if (asked.size === names.length) observer.disconnect()
}

function load(file: string): Promise<unknown> {
  return import(src ? new URL(file, src).href : `./${file}`)
}

// A page may carry the script twice, and two versions of it.
if (!registry.isLoading) {
  registry.isLoading = true
  watch(document)
  // An element that was in the page before its own script has got its shadow root since, which nothing tells.
  addEventListener('load', () => lookInto(document))
  // The publisher looks into the page's ads. What does not load is in the browser's own list of requests.
  if (new URLSearchParams(location.search).has('mille_debug')) load('debug.js').catch(() => {})
}
