import { expect, it } from 'vitest'
import { SERVER } from '../bench/processes.ts'
import { runFeedCampaign } from './feedRun.ts'

it('delivers each notification once and in order, over cut lines and the death of the node that serves them', async () => {
  const findings = await runFeedCampaign({
    server: SERVER,
    redisUrl: process.env.REDIS_URL ?? '',
    notifications: 120,
    writers: 4,
    cuts: 5,
    kills: 1,
    tell: () => {},
  })
  expect(findings.faults).toEqual([])
  expect(findings.acknowledged).toBeGreaterThanOrEqual(120)
  expect(findings).toMatchObject({ cuts: 5, kills: 1 })
}, 90_000)
