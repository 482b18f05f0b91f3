import { readFile } from 'node:fs/promises'

export const hostPages = ['bare', 'strict', 'hostile'] as const
export type HostPage = (typeof hostPages)[number]

/** Returns a page for trying the embeds. `network` is the origin of the network, `unit` the ID of an ad unit there. */
export async function readHostPage(name: HostPage, network: string, unit: string): Promise<string> {
  const text = await readFile(new URL(`../../embed/hosts/${name}.html`, import.meta.url), 'utf8')
  const nonce = crypto.randomUUID()
  return text
    .replaceAll('{{network}}', network)
    .replaceAll('{{unit}}', unit)
    .replaceAll('{{nonce}}', nonce)
}
