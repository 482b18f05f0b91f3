import { testLives } from '@mille/testing/chain-events.ts'
import { startEthereumLife } from '@mille/testing/ethereum-life.ts'

testLives('Ethereum', startEthereumLife)
