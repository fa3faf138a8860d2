import { expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { ABUSES } from './abuse/abuses.ts'
import { memorySlope, runAbuseCampaign } from './abuse/run.ts'

/** These are answered at once; slow clients are cut only later. */
const REFUSED_AT_ONCE = ['gzip bombs', 'nested JSON', 'deep GraphQL', 'wide GraphQL', 'a flood of logins']

it('refuses abusers, and loses no request of ordinary people beside them', async () => {
  const app = await anApp({ TRUST_PROXY: '1', MAX_REQUESTS_PER_USER: '1500', MAX_REQUESTS_PER_ADDRESS: '300' })
  const server = { origin: app.origin, pid: process.pid }
  const { quiet, abused, samples, attempts } = await runAbuseCampaign(server, {
    people: 3,
    quiet: 0.5,
    abused: 0.5,
    untilRefused: REFUSED_AT_ONCE,
  })
  expect([...quiet.lost, ...abused.lost]).toEqual([])
  expect(abused.durations.length).toBeGreaterThan(5)
  expect(Object.keys(attempts)).toEqual(ABUSES.map(({ name }) => name))
  for (const name of REFUSED_AT_ONCE) expect({ name, taken: attempts[name]?.taken }).toEqual({ name, taken: 0 })
  expect(samples.length).toBeGreaterThan(0)
})

it('measures the growth of memory after the warm-up alone', () => {
  const samples = Array.from({ length: 60 }, (_, minute) => ({
    minute,
    memory: minute < 10 ? minute * 50 : 300 + 2 * minute,
  }))
  expect(memorySlope(samples, 10)).toBeCloseTo(2)
  expect(memorySlope(samples, 0)).toBeGreaterThan(2)
})
