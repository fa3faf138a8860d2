import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** What is known of a line that is watched. */
interface Watched {
  readonly onStalled: () => void
  /** Bytes that had been written at the last look, and how many looks ago one had gone out. */
  written: number
  looks: number
}

const LOOK_EVERY = 5_000
/** Looks without a byte gone out, while some wait, after which nobody reads at the other end. */
const MOST_LOOKS = 4
/** Bytes that may wait for a reader at most. */
const MOST_WAITING = 512 * 1024

/** One for all lines of the process: each costs a few numbers, and no timer of its own. */
const watched = new Map<Socket, Watched>()
let timer: NodeJS.Timeout | undefined

/**
 * Watches whether the other end of a connection takes what it is sent. Calls `onStalled` once when bytes have waited for
 * 20 seconds and none went out, or when more than half a mebibyte waits. Returns the way to stop; the end of the
 * connection stops it too.
 */
export function watchStalled(line: Duplex, onStalled: () => void): () => void {
  if (!(line instanceof Socket)) return () => {}
  watched.set(line, { onStalled, written: -1, looks: 0 })
  timer ??= setInterval(look, LOOK_EVERY).unref()
  const stop = () => {
    watched.delete(line)
    line.off('close', stop)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  line.once('close', stop)
  return stop
}

function look() {
  for (const [line, state] of [...watched]) if (isStalled(line, state)) end(line, state)
}

function isStalled(line: Socket, state: Watched): boolean {
  const waiting = line.writableLength
  const written = line.bytesWritten - waiting
  state.looks = waiting === 0 || written !== state.written ? 0 : state.looks + 1
  state.written = written
  return state.looks >= MOST_LOOKS || waiting > MOST_WAITING
}

function end(line: Socket, { onStalled }: Watched) {
  watched.delete(line)
  onStalled()
}
