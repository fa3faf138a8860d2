import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/** Somebody with a session. */
export interface Member {
  readonly id: string
  readonly cookie: string
}

const Registered = z.object({ id: z.string() })
const Request = z.object({ id: z.string() })

export async function aMember(node: string): Promise<Member> {
  const username = `f${randomBytes(5).toString('hex')}`
  const account = { username, password: 'boops without pause', email: `${username}@plaza.test` }
  const terms = { year: '1990', month: '1', day: '2', captchaCode: '', subscribe: false, acceptedTOSVersion: 1 }
  const response = await send(node, { method: 'POST', path: '/auth/register', body: { ...account, ...terms } })
  const set = response.headers.getSetCookie().find((each) => each.startsWith('auth='))
  const cookie = set?.split(';')[0] ?? ''
  return { id: Registered.parse(await response.json()).id, cookie }
}

/** Makes two people friends, by request and acceptance. */
export async function befriend(node: string, a: Member, b: Member): Promise<void> {
  const asked = await send(node, { method: 'POST', path: `/user/${b.id}/friendRequest`, cookie: a.cookie })
  const { id } = Request.parse(await asked.json())
  const accepted = await send(node, {
    method: 'PUT',
    path: `/auth/user/notifications/${id}/accept`,
    cookie: b.cookie,
  })
  if (!accepted.ok) throw new Error(`not accepted: ${await accepted.text()}`)
}

export interface Written {
  /** What was acknowledged, by writer, in the order of the acknowledgements. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>
  /** Everything that was sent, acknowledged or not. */
  readonly tried: ReadonlySet<string>
  readonly refusals: readonly string[]
}

export interface WriteGiven {
  readonly nodes: readonly string[]
  readonly writers: readonly Member[]
  readonly receiver: Member
  /** How many must be acknowledged. */
  readonly count: number
  /** Hears of each acknowledgement how many there are. */
  readonly progress: (count: number) => void
}

/** Lets the writers boop the receiver until so many boops are acknowledged, each with a mark of its own. */
export async function writeAll({ nodes, writers, receiver, count, progress }: WriteGiven): Promise<Written> {
  const acknowledged = new Map<string, string[]>()
  const tried = new Set<string>()
  const refusals: string[] = []
  let done = 0

  const lane = async (writer: Member, at: number) => {
    const mine: string[] = []
    acknowledged.set(writer.id, mine)
    for (let number = 0; done < count; number++) {
      const mark = `${at}.${number}`
      tried.add(mark)
      const outcome = await boop(nodes[(at + number) % nodes.length] ?? '', writer, receiver, mark)
      if (outcome === 'acknowledged') progress(mine.push(mark) && ++done)
      else if (outcome !== 'away') refusals.push(outcome)
      await delay(5)
    }
  }
  await Promise.all(writers.map(lane))
  return { acknowledged, tried, refusals }
}

/** `away`: it was not acknowledged, so it may or may not have happened. */
async function boop(node: string, writer: Member, { id }: Member, mark: string): Promise<string> {
  try {
    const path = `/users/${id}/boop`
    const response = await send(node, { method: 'POST', path, cookie: writer.cookie, body: { emojiId: mark } })
    const text = await response.text()
    return response.ok ? 'acknowledged' : `a boop was refused with ${response.status}: ${text}`
  } catch {
    await delay(50)
    return 'away'
  }
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly cookie?: string
  readonly body?: object
}

const send = (node: string, { method, path, cookie = '', body = {} }: Sending) =>
  fetch(`${node}/api/1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'plaza-campaign/1',
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
