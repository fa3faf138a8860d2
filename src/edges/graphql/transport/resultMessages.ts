import type { ExecutionResult } from 'graphql'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import type { FrameSocket } from '../../frameSocket.ts'
import { encodeTextFrame } from '../../webSocketFrames.ts'
import { resultBytes } from '../execution/resultText.ts'

interface ResultReceiver {
  readonly socket: FrameSocket
  /** The id that the client has given to its subscription. */
  readonly id: string
  /** Prepares the errors of a result for the client. */
  readonly present: (result: ExecutionResult) => ExecutionResult
}

interface IdFrame {
  readonly id: string
  readonly frame: Buffer
}

/** The newest frame of each result: subscriptions of many clients have the same id. */
const frames = new WeakMap<ExecutionResult, IdFrame>()

/** The frame of a `next` message, in which only the id differs between the subscriptions that share a result. */
function frameOf(result: ExecutionResult, id: string): Buffer {
  const newest = frames.get(result)
  if (newest?.id === id) return newest.frame
  const frame = encodeTextFrame(resultBytes(result), `{"id":${JSON.stringify(id)},"type":"next","payload":`, '}')
  frames.set(result, { id, frame })
  return frame
}

/**
 * Sends each result of a subscription as a `next` message, one after the other. The library would serialise each message
 * as a whole; here a result that many subscriptions share is serialised once. The iterator yields nothing, and ends with
 * the results.
 */
export function sendResults({ id, socket, present }: ResultReceiver, results: AsyncIterable<ExecutionResult>) {
  return filterMapAsync<ExecutionResult, ExecutionResult>(
    results[Symbol.asyncIterator](),
    (result) => socket.sendFrame(frameOf(result.errors ? present(result) : result, id))?.then(() => null) ?? null,
  )
}
