import { randomOf } from '../graphql/queryPlans/random.ts'
import type { TestApp } from './app.ts'
import { type PassAnswer, statementsOf } from './pageStatements.ts'
import { rounds } from './rounds.ts'

/** Turns of the event loop after which the server has done what it can without further answers. */
const QUIET_TURNS = 8
/** One in so many times, the server gets a further answer in the same turn. */
const TOGETHER = 3

/**
 * The texts of the statements that some work causes when the database answers in another order: no answer reaches the
 * server before the database has given all and the server waits; then it gets them one or a few at a time, at random, and
 * in the same way for the same seed. So nothing depends on a clock.
 */
const statementsInOrder = (app: TestApp, seed: string, work: () => Promise<unknown>): Promise<string[]> =>
  statementsOf(app, work, createAnswerOrder(seed))

const SEEDS = rounds(20)

/**
 * The statements that a page takes in some order of answers and not in another, sorted, each with its surplus; empty if the
 * order makes no difference. The page is read before, as its first read fills caches.
 */
export async function statementsThatDependOnOrder(app: TestApp, page: () => Promise<unknown>): Promise<string[]> {
  await page()
  const [first = new Map(), ...others] = await inOrders(app, page)
  return [...new Set(others.flatMap((counts) => differences(first, counts)))].sort()
}

async function inOrders(app: TestApp, page: () => Promise<unknown>): Promise<Map<string, number>[]> {
  const counts: Map<string, number>[] = []
  for (let seed = 0; seed < SEEDS; seed++)
    counts.push(await repeatedCounts(() => statementsInOrder(app, `order ${seed}`, page)))
  return counts
}

/** Reads of a page of which two in a row take the same statements. */
const REPEATS = 10

/**
 * How often each statement is taken by a page which is read until two reads in a row agree: a job that changes one of the
 * page's rows meanwhile makes one read take a statement more, in no order of answers in particular.
 */
async function repeatedCounts(read: () => Promise<string[]>): Promise<Map<string, number>> {
  let before = countEach(await read())
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const counts = countEach(await read())
    if (differences(before, counts).length === 0) return counts
    before = counts
  }
  throw new Error(`a page takes other statements each time it is read: ${[...before.keys()].join('; ')}`)
}

/** Sessions are cached for some seconds, and so are read now and then, by the clock. */
const isOfSession = (text: string) => text.includes('FROM "Session"')

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts.filter((one) => !isOfSession(one))) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const differences = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])]
    .map((text) => ({ text, surplus: (other.get(text) ?? 0) - (one.get(text) ?? 0) }))
    .filter(({ surplus }) => surplus !== 0)
    .map(({ text, surplus }) => `${surplus}: ${text}`)

/** Gives the server one or a few of the answers that it waits for, at random, and in the same way for the same seed. */
function createAnswerOrder(seed: string): PassAnswer {
  const random = randomOf(seed)
  return holdAnswers((held) => {
    do held.splice(random.below(held.length), 1)[0]?.()
    while (held.length > 0 && random.oneIn(TOGETHER))
  })
}

/** Gives the server all answers that it waits for at once, so that what it can read together it does. */
export const createJointAnswers = (): PassAnswer =>
  holdAnswers((held) => {
    for (const release of held.splice(0)) release()
  })

/** Holds answers back until the database has given all and the server waits; then `releaseSome` lets some of them pass. */
function holdAnswers(releaseSome: (held: (() => void)[]) => void): PassAnswer {
  const held: (() => void)[] = []
  let inFlight = 0
  let isReleasing = false

  async function releaseAll() {
    if (isReleasing) return
    isReleasing = true
    while (held.length > 0) {
      for (let turn = 0; turn < QUIET_TURNS; turn++) await new Promise(setImmediate)
      if (inFlight > 0) break
      releaseSome(held)
    }
    isReleasing = false
  }
  return async (answer) => {
    inFlight += 1
    await answer.catch(() => {})
    inFlight -= 1
    await new Promise<void>((release) => {
      held.push(release)
      void releaseAll()
    })
    return answer
  }
}
