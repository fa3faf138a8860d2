import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { TestApp } from './app.ts'

const READS = 6

/** Gives the answer of a statement to the server, at once or later. */
export type PassAnswer = (answer: Promise<unknown>) => Promise<unknown>

/** A server of this process, whose statements are recorded. */
export type StatementsSource = Pick<TestApp, 'platform'>

interface Recording {
  readonly texts: string[]
  readonly pass: PassAnswer
  requests: number
}

/** The recording that a request and whatever it causes belong to. */
const belongsTo = new AsyncLocalStorage<Recording | undefined>()
let current: Recording | undefined
// Entered by each request, as Node keeps the store of an earlier one for later requests of the same connection.
subscribe('http.server.request.start', () => {
  if (!current) return
  belongsTo.enterWith(current)
  current.requests += 1
})

/**
 * The texts of the statements that the requests of some work cause; those of a transaction are one. Each is recorded when
 * it is asked for: one that waits for a connection begins in the context of whoever has given the connection back. Throws
 * for work without requests.
 */
export async function statementsOf(
  { platform: { database } }: StatementsSource,
  work: () => Promise<unknown>,
  pass: PassAnswer = (answer) => answer,
): Promise<string[]> {
  const { pool } = database
  const recording: Recording = { texts: [], pass, requests: 0 }
  const restore = [
    replace(pool, 'query', (run, [statement, ...rest]) => {
      const owner = ownerOf(recording)
      owner?.texts.push(Object(statement).text ?? String(statement))
      const answer = run(statement, ...rest)
      return owner ? owner.pass(Promise.resolve(answer)) : answer
    }),
    replace(pool, 'connect', (run, args) => {
      // With a callback it is the pool's own, for a statement.
      if (args.length === 0) ownerOf(recording)?.texts.push('transaction')
      return run(...args)
    }),
  ]
  current = recording
  try {
    await work()
  } finally {
    current = undefined
    // A store that is in use makes every promise of the process dearer.
    belongsTo.disable()
    for (const undo of restore) undo()
  }
  if (recording.requests === 0) throw new Error('the work has sent no request')
  return recording.texts
}

const ownerOf = (recording: Recording) => (belongsTo.getStore() === recording ? recording : undefined)

type Run = (...args: unknown[]) => unknown

/** Replaces a method of an object until the returned function is called. */
function replace(object: object, name: string, method: (run: Run, args: unknown[]) => unknown): () => void {
  const run: Run = Reflect.get(object, name).bind(object)
  Reflect.set(object, name, (...args: unknown[]) => method(run, args))
  return () => Reflect.deleteProperty(object, name)
}

/**
 * The most statements that one of several reads of a page takes. The clock stands still, and one read more comes before
 * them, as otherwise a slow machine would read an expired session again in some of them.
 */
export function mostStatements(app: TestApp, page: () => Promise<unknown>): Promise<number> {
  return app.clock.hold(async () => {
    await page()
    const counts: number[] = []
    for (let at = 0; at < READS; at++) counts.push((await statementsOf(app, page)).length)
    return Math.max(...counts)
  })
}
