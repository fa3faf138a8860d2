import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type CampaignUser, registerUsers, sendRest, sendRestRequest } from '../support/users.ts'

/** A user who repeatedly changes their bio and their notes about the other users. */
interface Writer {
  readonly user: CampaignUser
  /** The number last sent, by `bio` or the id of the user whom the note is about. */
  readonly tried: Map<string, number>
  /** The number last acknowledged, by `bio` or the id of the user whom the note is about. */
  readonly acknowledged: Map<string, number>
}

export interface WriteLoad {
  /** How many writes were answered with 200. */
  acknowledged(): number
  /** Reads everything back; returns lost acknowledged writes and refused writes. */
  losses(): Promise<string[]>
  /** Stops writing, and resolves when the requests in flight have ended. */
  stop(): Promise<void>
}

/** Milliseconds: a person may change their profile 60 times in a minute. */
const BIO_INTERVAL = 1_100

/** Returns what to write next: `bio` as often as is allowed, else the id of each other user in turn. */
function targetsOf(others: readonly CampaignUser[]): () => string {
  let nextBio = 0
  let next = 0
  return () => {
    const { id } = others[next++ % others.length] ?? { id: 'bio' }
    if (performance.now() < nextBio) return id
    nextBio = performance.now() + BIO_INTERVAL
    return 'bio'
  }
}

/** Registers users, and makes them write until stopped, also while the server is down. */
export async function startWriters(url: string, people: number): Promise<WriteLoad> {
  const users = await registerUsers(url, people)
  const writers = users.map((user): Writer => ({ user, tried: new Map(), acknowledged: new Map() }))
  const state = { stopped: false, acknowledged: 0, refusals: new Set<string>() }

  const writeRepeatedly = async (writer: Writer) => {
    const nextTarget = targetsOf(users.filter((other) => other !== writer.user))
    for (let number = 1; !state.stopped; number++) {
      const outcome = await write(url, writer, nextTarget(), number)
      if (outcome === 'acknowledged') state.acknowledged++
      else if (outcome !== 'unknown') state.refusals.add(outcome)
    }
  }
  const loops = writers.map(writeRepeatedly)

  return {
    acknowledged: () => state.acknowledged,
    losses: async () => {
      const lost = await Promise.all(writers.map((writer) => lossesOf(url, writer)))
      return [...lost.flat(), ...state.refusals]
    },
    async stop() {
      state.stopped = true
      await Promise.all(loops)
    },
  }
}

/**
 * Writes a number into the bio or a note. Returns `acknowledged`, `unknown` when the server failed or did not answer, or
 * a description of the refusal.
 */
async function write(url: string, writer: Writer, target: string, number: number): Promise<string> {
  writer.tried.set(target, number)
  try {
    const { id, cookie } = writer.user
    const request =
      target === 'bio'
        ? { method: 'PUT', path: `/users/${id}`, body: { bio: `${number}` } }
        : { method: 'POST', path: '/userNotes', body: { targetUserId: target, note: `${number}` } }
    const response = await sendRestRequest(url, { ...request, cookie })
    const text = await response.text()
    if (response.status >= 500) throw new Error(text)
    if (!response.ok) return `a write was refused with ${response.status}: ${text}`
    writer.acknowledged.set(target, number)
    return 'acknowledged'
  } catch {
    await delay(20)
    return 'unknown'
  }
}

const Own = z.object({ bio: z.string() })
const Notes = z.array(z.object({ targetUserId: z.string(), note: z.string() }))

/** Describes lost writes. A concurrent write may make a stored number newer than the acknowledged one, never older. */
async function lossesOf(url: string, { user, acknowledged, tried }: Writer): Promise<string[]> {
  const expected = new Map(acknowledged)
  const own = Own.parse(await read(url, user, '/auth/user'))
  const notes = Notes.parse(await read(url, user, '/userNotes?n=100'))
  const stored = new Map(notes.map((note) => [note.targetUserId, Number(note.note)])).set('bio', Number(own.bio))
  const isStored = (target: string, number: number) => {
    const found = stored.get(target) ?? -1
    return found >= number && found <= (tried.get(target) ?? 0)
  }
  return [...expected]
    .filter(([target, number]) => !isStored(target, number))
    .map(([target, number]) => `${user.id} ${target}: ${number} was acknowledged, ${stored.get(target)} is stored`)
}

async function read(url: string, user: CampaignUser, path: string): Promise<unknown> {
  const { status, body } = await sendRest(url, user, 'GET', path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body
}
