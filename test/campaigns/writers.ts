import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/** A person who writes without pause: notes about the others, and the own profile. */
interface Writer {
  readonly id: string
  readonly cookie: string
  /** By what is written (`bio`, or the id of the person noted about): the number last tried and last acknowledged. */
  readonly tried: Map<string, number>
  readonly acknowledged: Map<string, number>
}

export interface WriteLoad {
  /** How many writes were answered with 200. */
  acknowledged(): number
  /** Reads everything back. Answers what is not as acknowledged, and writes that were refused; empty when all is well. */
  losses(): Promise<string[]>
  /** Lets the writes in flight end. */
  stop(): Promise<void>
}

/** Registers `people` at the server and lets them write until they are stopped, whatever happens to the server. */
export async function startWriting(url: string, people: number): Promise<WriteLoad> {
  const api = `${url}/api/1`
  const writers: Writer[] = []
  for (let number = 0; number < people; number++) writers.push(await register(api, number))
  const state = { stopped: false, acknowledged: 0, refusals: new Set<string>() }

  const lane = async (writer: Writer) => {
    const others = writers.filter((other) => other !== writer).map((other) => other.id)
    for (let number = 1; !state.stopped; number++) {
      const outcome = await write(api, writer, ['bio', ...others][number % people] ?? 'bio', number)
      if (outcome === 'acknowledged') state.acknowledged++
      else if (outcome !== 'away') state.refusals.add(outcome)
    }
  }
  const lanes = writers.map(lane)

  return {
    acknowledged: () => state.acknowledged,
    losses: async () => {
      const lost = await Promise.all(writers.map((writer) => lossesOf(api, writer)))
      return [...lost.flat(), ...state.refusals]
    },
    async stop() {
      state.stopped = true
      await Promise.all(lanes)
    },
  }
}

const Registered = z.object({ id: z.string() })

async function register(api: string, number: number): Promise<Writer> {
  const username = `w${number}${randomBytes(5).toString('hex')}`
  const account = { username, password: `writes without pause ${number}`, email: `${username}@plaza.test` }
  const terms = { year: '1990', month: '1', day: '2', captchaCode: '', subscribe: false, acceptedTOSVersion: 1 }
  const response = await send(`${api}/auth/register`, 'POST', { ...account, ...terms })
  const cookie = response.headers
    .getSetCookie()
    .find((each) => each.startsWith('auth='))
    ?.split(';')[0]
  const body: unknown = await response.json()
  if (!response.ok || !cookie) throw new Error(`registration was refused: ${JSON.stringify(body)}`)
  return { id: Registered.parse(body).id, cookie, tried: new Map(), acknowledged: new Map() }
}

/**
 * One write that carries its number. `away` when it was not acknowledged: it may or may not have happened then.
 * Anything else is a refusal: the server is free to be away, but not to refuse what it must accept.
 */
async function write(api: string, writer: Writer, target: string, number: number): Promise<string> {
  writer.tried.set(target, number)
  try {
    const response =
      target === 'bio'
        ? await send(`${api}/users/${writer.id}`, 'PUT', { bio: `${number}` }, writer.cookie)
        : await send(`${api}/userNotes`, 'POST', { targetUserId: target, note: `${number}` }, writer.cookie)
    const text = await response.text()
    if (response.status >= 500) throw new Error(text)
    if (!response.ok) return `a write was refused with ${response.status}: ${text}`
    writer.acknowledged.set(target, number)
    return 'acknowledged'
  } catch {
    await delay(20)
    return 'away'
  }
}

const Own = z.object({ bio: z.string() })
const Notes = z.array(z.object({ targetUserId: z.string(), note: z.string() }))

/** What is written while this reads may be newer than what was acknowledged when it began, never older. */
async function lossesOf(api: string, { id, cookie, acknowledged, tried }: Writer): Promise<string[]> {
  const due = new Map(acknowledged)
  const own = Own.parse(await read(`${api}/auth/user`, cookie))
  const notes = Notes.parse(await read(`${api}/userNotes?n=100`, cookie))
  const stored = new Map(notes.map((note) => [note.targetUserId, Number(note.note)])).set('bio', Number(own.bio))
  const isThere = (target: string, number: number) => {
    const found = stored.get(target) ?? -1
    return found >= number && found <= (tried.get(target) ?? 0)
  }
  return [...due]
    .filter(([target, number]) => !isThere(target, number))
    .map(([target, number]) => `${id} ${target}: ${number} was acknowledged, ${stored.get(target)} is there`)
}

async function read(url: string, cookie: string): Promise<unknown> {
  const response = await send(url, 'GET', undefined, cookie)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

const send = (url: string, method: string, body?: object, cookie = '') =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json', 'user-agent': 'plaza-campaign/1', ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
