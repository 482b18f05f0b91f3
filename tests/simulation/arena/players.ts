import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Player } from './player.ts'

/**
 * Reads the players: each file of a folder exports one, as `attacker` or as `crowd`. They are in the order of their
 * file names.
 */
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
