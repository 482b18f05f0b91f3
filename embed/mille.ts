import { registry } from '@mille/widgets/shared/registry.ts'

/** The imports of each entry. The build inserts them, because it generates the names of the chunks. */
declare const importsOf: Readonly<Record<string, readonly string[]>>

const prefix = 'mille-'
const names = ['ad', 'announcement', 'chat', 'feedback', 'login', 'marketplace']
const asked = new Set<string>()
const watched = new WeakSet<Node>()
/**
 * The script's address, needed if `type="module"` is missing: a classic script from another origin cannot resolve
 * relative imports.
 */
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

/** Loads the widgets in the document or in an open shadow root, now and whenever elements are added. */
function watch(root: Document | ShadowRoot) {
  if (watched.has(root)) return
  watched.add(root)
  observer.observe(root, { childList: true, subtree: true })
  lookInto(root)
}

/** Loads a widget's script, which is next to this script and has the widget's name. */
function loadFor(element: Element) {
  const { localName, shadowRoot } = element
  const name = localName.slice(prefix.length)
  if (shadowRoot) watch(shadowRoot)
  if (!names.includes(name) || localName !== prefix + name || customElements.get(localName)) return
  if (asked.has(localName)) return
  asked.add(localName)
  const entry = `${name}.js`
  // Chunks load together with the entry, which would request them one round trip later. If a chunk fails, so does the
  // entry.
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

// A page may contain the script twice, even in two versions, but only one of them may load the widgets.
if (!registry.isLoading) {
  registry.isLoading = true
  watch(document)
  // An element that was on the page before its own script may have received its shadow root since, and no event reports
  // that.
  addEventListener('load', () => lookInto(document))
  // Loads the debugging tool with which a publisher examines the page's ads. If it fails, the browser's network log
  // shows that.
  if (new URLSearchParams(location.search).has('mille_debug')) load('debug.js').catch(() => {})
}
