import { expect, it } from 'vitest'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { aDatabase } from '../support/database.ts'
import { runFeedCampaign } from './feed/run.ts'

it('delivers each notification once and in order, across dropped connections and a killed node', async () => {
  const database = await aDatabase()
  const findings = await runFeedCampaign({
    databaseUrl: database.url,
    server: SERVER_ARGUMENTS,
    redisUrl: process.env.REDIS_URL ?? '',
    notifications: 60,
    writers: 4,
    disconnects: 5,
    kills: 1,
    log: () => {},
  })
  expect(findings.faults).toEqual([])
  expect(findings.acknowledged).toBeGreaterThanOrEqual(60)
  expect(findings).toMatchObject({ disconnects: 5, kills: 1 })
})
