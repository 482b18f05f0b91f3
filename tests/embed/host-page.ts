import { readFile } from 'node:fs/promises'

export const hostPages = ['bare', 'strict', 'hostile'] as const
export type HostPage = (typeof hostPages)[number]

/** A page to try the embeds on. `network` is the origin of the network, `unit` the id of an ad unit there. */
export async function readHostPage(name: HostPage, network: string, unit: string): Promise<string> {
  const text = await readFile(new URL(`../../embed/hosts/${name}.html`, import.meta.url), 'utf8')
  const nonce = crypto.randomUUID()
  return text
    .replaceAll('{{network}}', network)
    .replaceAll('{{unit}}', unit)
    .replaceAll('{{nonce}}', nonce)
}
