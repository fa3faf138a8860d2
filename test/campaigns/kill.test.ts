import { expect, it } from 'vitest'
import { runCampaign } from './crash.ts'

it('loses no acknowledged write when the server, or the database below it, is killed', async () => {
  const findings = await runCampaign({
    server: ['--import', 'tsx', 'src/main.ts'],
    serverKills: 2,
    databaseKills: 1,
    people: 4,
    tell: () => {},
  })
  expect(findings.losses).toEqual([])
  expect(findings.acknowledged).toBeGreaterThan(20)
  expect(findings.serverReady).toHaveLength(2)
  expect(findings.databaseReady).toHaveLength(1)
  expect(findings.exitCode).toBe(0)
}, 90_000)
