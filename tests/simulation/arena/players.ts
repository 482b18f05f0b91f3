import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Player } from './player.ts'

/** Every file of a folder is a player: `attackers` export `attacker`, and `crowds` `crowd`. In the order of their file names. */
export async function readPlayers(folder: 'attackers' | 'crowds'): Promise<Player[]> {
  const place = join(import.meta.dirname, folder)
  const role = folder === 'attackers' ? 'attacker' : 'crowd'
  const players: Player[] = []
  for (const file of readdirSync(place).sort()) {
    const found = ((await import(join(place, file))) as Record<string, Player>)[role]
    if (!found) throw new Error(`${folder}/${file} does not export ${role}`)
    players.push(found)
  }
  return players
}
