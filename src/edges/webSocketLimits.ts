import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { BOUNDS, TIME_BOUNDS } from '../kernel/bounds.ts'
import { isLoopbackAddress, UNKNOWN_ADDRESS } from '../kernel/clientAddress.ts'
import { addToSet, getOrCreate } from '../kernel/maps.ts'
import { clientInfoOf, type ProxyRules } from './request.ts'
import { VERSION_HEADER } from './responseHeaders.ts'

/** Handles an HTTP upgrade to a websocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void> | void

/** A server of websockets on an HTTP server. */
export interface SocketServer {
  readonly upgrade: Upgrade
  /** Accepts no more sockets, and closes each, forcibly after two seconds; resolves when all are closed. */
  closeAll(closing: SocketClosing): Promise<void>
}

/** How all sockets of a server are closed. */
export interface SocketClosing {
  readonly code: number
  readonly reason: string
  /** Milliseconds over which they are closed one after the other, so that not all clients connect anew at once. */
  readonly over: number
}

/** Runs for each item, evenly over so many milliseconds. */
export async function runEvenly<Item>(items: readonly Item[], over: number, run: (item: Item) => void): Promise<void> {
  const begun = performance.now()
  for (const [at, item] of items.entries()) {
    const wait = begun + (over * at) / items.length - performance.now()
    if (wait > 0) await pause(wait)
    run(item)
  }
}

/** Milliseconds that the peer has to answer a close. */
const CLOSE_TIMEOUT = 2_000

/** Closes a websocket, forcibly after two seconds; resolves when it is closed. */
export function closeSocket(socket: WebSocket, code: number, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(code, reason)
  })
}

/** Answers a websocket upgrade with an HTTP error; `retryAfter` in seconds. */
export function rejectUpgrade(socket: Duplex, status: string, retryAfter?: number) {
  const more = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`
  const version = `${VERSION_HEADER.join(': ')}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${version}${more}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

interface WatchedSocket {
  /** One of each response that is sent over the socket, as pipelined requests share one. */
  readonly onStalled: Set<() => void>
  /** Bytes sent at the last check, and the number of checks since then without progress. */
  sent: number
  idleChecks: number
}

const CHECK_INTERVAL = 5_000
/** Checks without progress after which the peer counts as not reading. */
const MAX_IDLE_CHECKS = TIME_BOUNDS.unread / CHECK_INTERVAL
/** Bytes that may be queued for a slow peer. */
export const MAX_BUFFERED_BYTES = BOUNDS.queuedBytes.most

/** All watched sockets of the process share one timer. */
const watched = new Map<Socket, WatchedSocket>()
let timer: NodeJS.Timeout | undefined
/** Sockets that are unwatched on close. Each has one listener, however many pipelined responses it carries. */
const withCloseListener = new WeakSet<Socket>()

/**
 * Detects a slow consumer. Calls `onStalled` once when queued bytes made no progress for 20 seconds, or when more than
 * 512 KiB are queued. Returns a function that stops watching; closing the connection stops it, too.
 */
export function watchSlowConsumer(socket: Duplex, onStalled: () => void): () => void {
  if (!(socket instanceof Socket)) return () => {}
  const state = getOrCreate(watched, socket, () => ({ onStalled: new Set(), sent: -1, idleChecks: 0 }))
  state.onStalled.add(onStalled)
  timer ??= setInterval(checkSlowConsumers, CHECK_INTERVAL).unref()
  unwatchOnClose(socket)
  return () => {
    state.onStalled.delete(onStalled)
    if (state.onStalled.size === 0 && watched.get(socket) === state) unwatch(socket)
  }
}

function unwatchOnClose(socket: Socket) {
  if (withCloseListener.has(socket)) return
  withCloseListener.add(socket)
  socket.once('close', () => unwatch(socket))
}

function unwatch(socket: Socket) {
  watched.delete(socket)
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Calls `onStalled` of the watched sockets whose peers are too slow. Runs every five seconds. */
export function checkSlowConsumers() {
  for (const [socket, state] of [...watched]) {
    if (!isStalled(socket, state)) continue
    watched.delete(socket)
    for (const onStalled of state.onStalled) onStalled()
  }
}

function isStalled(socket: Socket, state: WatchedSocket): boolean {
  const queued = socket.writableLength
  const sent = socket.bytesWritten - queued
  state.idleChecks = queued === 0 || sent !== state.sent ? 0 : state.idleChecks + 1
  state.sent = sent
  return state.idleChecks >= MAX_IDLE_CHECKS || queued > MAX_BUFFERED_BYTES
}

/**
 * Limits the open connections of each key. Returns a function that counts one more, and returns what releases it, or null
 * when the limit is reached.
 */
export function createConnectionLimit(limit: number) {
  const open = new Map<string, Set<symbol>>()
  return (key: string): (() => void) | null =>
    (open.get(key)?.size ?? 0) < limit ? addToSet(open, key, Symbol(key)) : null
}

/** Seconds. */
const RETRY_AFTER = 60

/**
 * Limits the websockets of one network, whoever has logged in on them. This machine and addresses that can't be told are
 * exempt: they may be a proxy with all clients behind it.
 */
export function limitSocketsPerNetwork(proxies: ProxyRules): (upgrade: Upgrade) => Upgrade {
  const acquire = createConnectionLimit(BOUNDS.socketsPerAddress.most)
  return (upgrade) => (request, socket, head) => {
    const { network } = clientInfoOf(request, proxies, 'client')
    if (isLoopbackAddress(network) || network === UNKNOWN_ADDRESS) return upgrade(request, socket, head)
    const release = acquire(network)
    if (!release) return rejectUpgrade(socket, '429 Too Many Requests', RETRY_AFTER)
    socket.once('close', release)
    return upgrade(request, socket, head)
  }
}
