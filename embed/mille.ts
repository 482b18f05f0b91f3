import { registry } from '@mille/widgets/shared/registry.ts'

/** What each entry imports. The build puts it in here, since the names of chunks come out of it. */
declare const importsOf: Readonly<Record<string, readonly string[]>>

const names = ['ad', 'announcement', 'chat', 'feedback', 'login', 'marketplace']
/** Those of the page whose script has not come yet. */
const waiting = names.map(name => `mille-${name}:not(:defined)`).join()
const asked = new Set<string>()
const observer = new MutationObserver(loadWhatIsThere)

/** Each widget's entry stands beside this script, under its own name. */
function loadWhatIsThere() {
  for (const element of document.querySelectorAll(waiting)) {
    const { localName } = element
    if (asked.has(localName)) continue
    asked.add(localName)
    const entry = `${localName.slice(6)}.js`
    // At once with the entry, which would ask for them a round trip later. If one fails, so does the entry.
    for (const chunk of importsOf[entry] ?? []) import(`./${chunk}`).catch(() => {})
    import(`./${entry}`).catch(() =>
      element.dispatchEvent(new CustomEvent(`${localName}:error`, { bubbles: true, detail: {} }))
    )
  }
  if (asked.size === names.length) observer.disconnect()
}

// A page may carry the script twice, and two versions of it.
if (!registry.isLoading) {
  registry.isLoading = true
  observer.observe(document, { childList: true, subtree: true })
  loadWhatIsThere()
}
