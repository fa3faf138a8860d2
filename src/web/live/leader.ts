import { type Client, createClient, type SubscribePayload } from 'graphql-ws'
import type { EndReason, Message, SocketResult } from './messages.ts'
import { cursorOf, type Want } from './wants.ts'

interface LeaderOptions {
  /** URL of the socket. */
  readonly url: string
  /** Id of the viewer whose data the tabs show, which the server compares with the session. */
  readonly viewerId: string
  /** Whether another tab led before: then events may have been missed. */
  readonly takesOver: boolean
  /** Sends a message to all tabs, this one included. */
  readonly tell: (message: Message) => void
}

/** Holds the one socket of a browser, for all its tabs. */
export interface Leader {
  /** Returns whether the tab wanted nothing before. */
  want(tab: string, want: Want): boolean
  drop(tab: string, key: string): void
  /** Drops everything that a closed tab wanted. */
  forget(tab: string): void
  /** Whether the socket is open. */
  isOpen(): boolean
  stop(): void
}

interface Running {
  readonly tabs: Set<string>
  readonly stop: () => void
}

export function openLeader(options: LeaderOptions): Leader {
  const running = new Map<string, Running>()
  const socket = openClient(options)
  const start = (want: Want, tabs: Set<string>): void => {
    const end = (canRepeat: boolean) => {
      if (running.get(want.key) !== self) return
      if (!canRepeat) return void running.delete(want.key)
      const timer = setTimeout(() => start(want, tabs), LONGEST_PAUSE)
      running.set(want.key, { tabs, stop: () => clearTimeout(timer) })
    }
    const next = (result: SocketResult) => options.tell({ kind: 'event', key: want.key, result })
    const self: Running = { tabs, stop: () => stop() }
    running.set(want.key, self)
    const stop = subscribe(socket.client, want, { next, end })
  }
  const drop = (tab: string, key: string) => {
    const found = running.get(key)
    if (!found?.tabs.delete(tab) || found.tabs.size > 0) return
    running.delete(key)
    found.stop()
  }
  return {
    want(tab, want) {
      const isNew = ![...running.values()].some(({ tabs }) => tabs.has(tab))
      const found = running.get(want.key)
      const tabs = new Set([...(found?.tabs ?? []), tab])
      // Begun again, it tells the present state, which serves the other tabs, too.
      const isAgain = found && want.variables.initial === true
      if (found && !isAgain) found.tabs.add(tab)
      if (isAgain) {
        running.delete(want.key)
        found.stop()
      }
      if (!running.has(want.key)) start(want, tabs)
      return isNew
    },
    drop,
    forget(tab) {
      for (const key of [...running.keys()]) drop(tab, key)
    },
    isOpen: socket.isOpen,
    stop() {
      socket.stop()
      for (const { stop } of running.values()) stop()
      running.clear()
    },
  }
}

/** The codes after which connecting again can not help. */
const FINAL_CODES: readonly number[] = [4401, 4403]
/** Milliseconds. */
const KEEP_ALIVE = 15_000
/** Milliseconds within which the server answers a ping over a line that is not cut. */
const PONG_PATIENCE = 10_000
/** Milliseconds between two attempts at most, and before a subscription is begun again that an unknown close has ended. */
const LONGEST_PAUSE = 15_000

const codeOf = (event: unknown): number => Number(Object(event).code)
const reasonOf = (event: unknown): EndReason => String(Object(event).reason)

interface LeaderSocket {
  readonly client: Client
  readonly isOpen: () => boolean
  readonly stop: () => void
}

function openClient({ url, viewerId, takesOver, tell }: LeaderOptions): LeaderSocket {
  let wasLost = takesOver
  let isOpen = false
  let isStopped = false
  let pongTimer: ReturnType<typeof setTimeout> | undefined
  // A tab that leads no longer says nothing of its socket: another one has a socket of its own.
  const say = (message: Message) => {
    if (!isStopped) tell(message)
  }
  const client = createClient({
    url,
    connectionParams: { viewerId },
    keepAlive: KEEP_ALIVE,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (problem) => !FINAL_CODES.includes(codeOf(problem)),
    retryWait: (retries) => pause(Math.min(LONGEST_PAUSE, 500 * 2 ** retries) * (0.5 + Math.random())),
    on: {
      connected() {
        isOpen = true
        say({ kind: 'open', isNew: wasLost })
        wasLost = false
      },
      ping(isReceived) {
        if (!isReceived) pongTimer = setTimeout(() => client.terminate(), PONG_PATIENCE)
      },
      pong: () => clearTimeout(pongTimer),
      closed(event) {
        clearTimeout(pongTimer)
        isOpen = false
        wasLost = true
        say({ kind: 'lost' })
        if (FINAL_CODES.includes(codeOf(event))) say({ kind: 'ended', reason: reasonOf(event) })
      },
    },
  })
  // A browser without a network keeps its sockets open, and after it they are dead.
  const terminate = () => client.terminate()
  addEventListener('offline', terminate)
  return {
    client,
    isOpen: () => isOpen,
    stop() {
      isStopped = true
      removeEventListener('offline', terminate)
      void client.dispose()
    },
  }
}

/** Waits, or until the browser is online again. */
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })

interface Sink {
  readonly next: (result: SocketResult) => void
  /** The subscription has ended; `canRepeat` is false where the server has ended or refused it. */
  readonly end: (canRepeat: boolean) => void
}

/**
 * Subscribes, again after each lost connection. The library sends the same payload each time, so a feed resumes after the
 * last entry that came.
 */
function subscribe(client: Client, { query, variables }: Want, { next, end }: Sink): () => void {
  const position = { ...variables }
  const payload: SubscribePayload = { query, variables: position }
  return client.subscribe(payload, {
    next(result) {
      const cursor = cursorOf(result.data)
      if (cursor !== undefined) Object.assign(position, { after: cursor })
      next(result)
    },
    error(problem) {
      // Some codes end all subscriptions of the library, also where waiting helps.
      end(!Array.isArray(problem) && !FINAL_CODES.includes(codeOf(problem)))
      if (Array.isArray(problem)) next({ errors: problem })
    },
    complete: () => end(false),
  })
}
