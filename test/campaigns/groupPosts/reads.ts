import { setTimeout as delay } from 'node:timers/promises'
import { sendRest } from '../support/users.ts'
import type { CampaignGroup } from './group.ts'

/** Milliseconds from one request to the next. */
const INTERVAL = 25

/** Reads of a member of the group. */
const pathsOf = ({ id }: CampaignGroup) => ['/auth/user', `/groups/${id}`, '/notifications?n=60', `/groups/${id}/posts`]

/**
 * Reads as a member of the group at a steady pace while `work` runs. Returns the latencies in milliseconds. Throws at the first refused request.
 */
export async function measureReads(
  port: number,
  group: CampaignGroup,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const paths = pathsOf(group)
  const latencies: number[] = []
  const reads: Promise<void>[] = []
  const state = { isDone: false }
  const read = async (path: string) => {
    const begun = performance.now()
    const { status } = await sendRest(`http://127.0.0.1:${port}`, group.reader, 'GET', path)
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}`)
    latencies.push(performance.now() - begun)
  }
  const working = work().finally(() => {
    state.isDone = true
  })
  for (let sent = 0; !state.isDone; sent++) {
    reads.push(read(paths[sent % paths.length] ?? ''))
    await delay(INTERVAL)
  }
  await Promise.all([working, ...reads])
  return latencies
}

export const percentile95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
