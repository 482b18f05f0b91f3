import { connect } from 'node:net'
import {
  lineBytes,
  protocolVersion,
  type SignerAnswer,
  type SignerRequest,
  signerAnswer,
  writeLine
} from './protocol.ts'

const usualTimeoutMs = 30_000

/** Asks the signer over its socket; throws when the signer cannot be reached or does not answer. */
export function askSigner(
  socketPath: string,
  request: SignerRequest,
  timeoutMs = usualTimeoutMs
): Promise<SignerAnswer> {
  return new Promise((done, failed) => {
    const socket = connect(socketPath)
    let text = ''
    socket.setEncoding('utf8').setTimeout(timeoutMs)
    socket.once('connect', () => socket.write(writeLine({ version: protocolVersion, ...request })))
    socket.once('timeout', () => socket.destroy(new Error('The signer does not answer')))
    socket.once('error', failed)
    socket.once('close', () => failed(new Error('The signer has hung up')))
    socket.on('data', chunk => {
      text += chunk
      const end = text.indexOf('\n')
      if (end < 0 && text.length <= lineBytes) return
      try {
        done(signerAnswer.parse(JSON.parse(text.slice(0, end))))
      } catch (error) {
        failed(error as Error)
      }
      socket.end()
    })
  })
}
