import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type CampaignUser, sendRest, sendRestRequest } from '../support/users.ts'

const Request = z.object({ id: z.string() })

/** Makes two users friends, by request and acceptance. */
export async function befriend(node: string, one: CampaignUser, other: CampaignUser): Promise<void> {
  const requested = await sendRest(node, one, 'POST', `/user/${other.id}/friendRequest`)
  const { id } = Request.parse(requested.body)
  const { status, body } = await sendRest(node, other, 'PUT', `/auth/user/notifications/${id}/accept`)
  if (status !== 200) throw new Error(`the friend request was not accepted: ${JSON.stringify(body)}`)
}

export interface WriteResult {
  /** The acknowledged markers by writer id, in the order of acknowledgement. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>
  /** All markers sent, acknowledged or not. */
  readonly tried: ReadonlySet<string>
  readonly refusals: readonly string[]
}

export interface WriteOptions {
  readonly nodes: readonly string[]
  readonly writers: readonly CampaignUser[]
  readonly receiver: CampaignUser
  /** The number of boops that must be acknowledged. */
  readonly count: number
  /** Called after each acknowledgement with their number so far. */
  readonly progress: (count: number) => void
}

/** Makes the writers boop the receiver until `count` boops are acknowledged; each boop carries a unique marker. */
export async function writeAll({ nodes, writers, receiver, count, progress }: WriteOptions): Promise<WriteResult> {
  const acknowledged = new Map<string, string[]>()
  const tried = new Set<string>()
  const refusals: string[] = []
  let done = 0

  const writeRepeatedly = async (writer: CampaignUser, at: number) => {
    const ownMarkers: string[] = []
    acknowledged.set(writer.id, ownMarkers)
    for (let number = 0; done < count; number++) {
      const marker = `${at}.${number}`
      tried.add(marker)
      const outcome = await boop(nodes[(at + number) % nodes.length] ?? '', writer, receiver, marker)
      if (outcome === 'acknowledged') progress(ownMarkers.push(marker) && ++done)
      else if (outcome !== 'unknown') refusals.push(outcome)
      await delay(5)
    }
  }
  await Promise.all(writers.map(writeRepeatedly))
  return { acknowledged, tried, refusals }
}

/** Sends a boop. Returns `acknowledged`, `unknown` when no response came, or a description of the refusal. */
async function boop(node: string, writer: CampaignUser, { id }: CampaignUser, marker: string): Promise<string> {
  try {
    const path = `/users/${id}/boop`
    const response = await sendRestRequest(node, {
      method: 'POST',
      path,
      cookie: writer.cookie,
      body: { emojiId: marker },
    })
    const text = await response.text()
    return response.ok ? 'acknowledged' : `a boop was refused with ${response.status}: ${text}`
  } catch {
    await delay(50)
    return 'unknown'
  }
}
