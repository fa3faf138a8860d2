import { expect } from 'vitest'
import { Failure } from '../../../src/kernel/failure.ts'
import { type KeyedSlots, keyedSlots } from '../../../src/kernel/keyedSlots.ts'

/** Goes to a bound, which holds, and beyond it, which is refused or drops something. */
export type Drive = () => Promise<void>

/** Another test that does so, by its title. */
export interface Elsewhere {
  readonly file: string
  readonly title: string
}

export const elsewhere = (file: string, title: string): Elsewhere => ({ file, title })

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** The kind of the failure with which a promise is rejected; null when it is not. */
export const refusalOf = (promise: Promise<unknown>): Promise<string | null> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.kind : String(error)),
  )

const PATIENCE = 600_000
const NO_BOUND = Number.POSITIVE_INFINITY

/** Slots of which only the given limits can be reached. */
const slotsOf = (limits: Partial<Record<'perKey' | 'waitingPerKey' | 'inAll', number>>): KeyedSlots =>
  keyedSlots({
    perKey: NO_BOUND,
    waitingPerKey: NO_BOUND,
    inAll: NO_BOUND,
    ...limits,
    patience: PATIENCE,
    message: 'x',
  })

/** Takes all slots of a key: a further request waits until one is free. */
export const driveSlots =
  (perKey: number): Drive =>
  async () => {
    const slots = slotsOf({ perKey })
    const [free] = await Promise.all(times(perKey, () => slots.take('somebody')))
    await slots.take('somebody else')
    let hasEntered = false
    const next = slots.take('somebody').then(() => {
      hasEntered = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasEntered).toBe(false)
    free?.()
    await next
  }

/** Fills the queue of a key: a further request is refused. */
export const driveWaiting =
  (waitingPerKey: number): Drive =>
  async () => {
    const slots = slotsOf({ perKey: 1, waitingPerKey })
    const free = await slots.take('somebody')
    const waiting = times(waitingPerKey, () => slots.take('somebody').then((leave) => leave()))
    expect(await refusalOf(slots.take('somebody'))).toBe('exhausted')
    expect(await refusalOf(slots.take('somebody else'))).toBeNull()
    free()
    await Promise.all(waiting)
  }

/** Takes the slots of all keys together: a further request is refused. */
export const driveAllSlots =
  (inAll: number): Drive =>
  async () => {
    const slots = slotsOf({ inAll })
    const [free] = await Promise.all(times(inAll, (at) => slots.take(`${at}`)))
    expect(await refusalOf(slots.take('one more'))).toBe('unavailable')
    free?.()
    expect(await refusalOf(slots.take('one more'))).toBeNull()
  }
