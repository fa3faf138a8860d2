import type { ExecutionResult } from 'graphql'
import type { WebSocket } from 'ws'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import { resultText } from '../execution/resultText.ts'

export interface ResultReceiver {
  readonly socket: WebSocket
  /** The id that the client has given to its subscription. */
  readonly id: string
  /** Prepares the errors of a result for the client. */
  readonly present: (result: ExecutionResult) => ExecutionResult
}

/**
 * Sends each result of a subscription as a `next` message, one after the other. The library would serialise each message
 * as a whole; here a result that many subscriptions share is serialised once. The iterator yields nothing, and ends with
 * the results.
 */
export const sendResults = ({ socket, id, present }: ResultReceiver, results: AsyncIterable<ExecutionResult>) => {
  const start = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  return filterMapAsync<ExecutionResult, ExecutionResult>(results[Symbol.asyncIterator](), async (result) => {
    await sendText(socket, `${start}${resultText(present(result))}}`)
    return null
  })
}

/** Resolves when the text was sent, or can't be: the subscription ends with its socket. */
const sendText = (socket: WebSocket, text: string) =>
  new Promise<void>((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(text, () => resolve())
    else resolve()
  })
