import type { Page } from 'playwright/test'

/** Roles that say nothing by themselves: boxes for layout, and the browser's own split of text into lines. */
const silent = new Set(['generic', 'none', 'InlineTextBox', 'RootWebArea'])
const told = new Set(['value', 'checked', 'disabled', 'invalid', 'modal', 'busy', 'url', 'focused'])

/** Returns the browser's accessibility tree as lines. Shadow roots make no difference to it. */
export async function readAccessibilityTree(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const lines: string[] = []
  const [root] = nodes
  if (root) walk(root.nodeId, 0)
  return lines.join('\n')

  function walk(id: string, depth: number) {
    const node = byId.get(id)
    if (!node) return
    const role = String(node.role?.value)
    const isShown = !node.ignored && !silent.has(role)
    if (isShown) {
      const properties = (node.properties ?? [])
        .filter(it => told.has(it.name))
        .map(it => `${it.name}=${it.value.value}`)
      const texts = [node.name, node.description, node.value].map(it => it?.value ?? '')
      lines.push(`${'  '.repeat(depth)}${role} ${JSON.stringify(texts)} ${properties.join(' ')}`)
    }
    for (const child of node.childIds ?? []) walk(child, isShown ? depth + 1 : depth)
  }
}
