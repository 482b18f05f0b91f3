import { startBitcoinLife } from '@mille/testing/bitcoin-life.ts'
import { testLives } from '@mille/testing/chain-events.ts'

testLives('Bitcoin', startBitcoinLife)
