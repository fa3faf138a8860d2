import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import type { LimitRow } from './limitCases.ts'
import { rateLimitTable } from './rateLimitTable.ts'

const app = await anApp({ REGISTRATIONS_PER_HOUR: '10' })
const RATE_LIMITED = 429

/**
 * Not tested by the table: a repeated code is ignored rather than refused (codeAttempts.test.ts), and downloads of
 * thumbnails are no operation (downloads.test.ts).
 */
const TESTED_ELSEWHERE = ['second-factor-try', 'create-thumbnail']

const DECLARATION = /\{ name: '([\w-]+)', points: |\blimitPerMinute\('([\w-]+)'\)/g

/** The names of all rate limits that the areas declare. */
async function declaredLimits(): Promise<string[]> {
  const files = await readdir('src/areas', { recursive: true })
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => readFile(`src/areas/${file}`, 'utf8'))
  const names = (await Promise.all(sources)).flatMap((source) => [...source.matchAll(DECLARATION)])
  return names.map(([, name, perMinute]) => name ?? perMinute ?? '').sort()
}

/** Points that are taken at once: of too many, some would wait so long for the store that the node counts them by itself. */
const TAKEN_AT_ONCE = 100

/** Takes points directly from a limit that the server has used before, instead of by many requests. */
async function takePoints(name: string, { points, window, isFrequent }: LimitRow, key: string, count: number) {
  const limit = { name, points, window, ...(isFrequent && { isFrequent }) }
  const take = () => app.scope().limits.take(limit, key)
  for (let left = count; left > 0; left -= TAKEN_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, TAKEN_AT_ONCE) }, take))
}

describe('a limit', () => {
  it('is listed in the table by its name', async () => {
    expect([...Object.keys(rateLimitTable), ...TESTED_ELSEWHERE].sort()).toEqual(await declaredLimits())
  })

  it.each(Object.entries(rateLimitTable))(
    '%s refuses requests beyond its points, and none before',
    async (name, row) => {
      const begun = performance.now()
      const { key, attempts } = await row.prepare(app)
      const [attempt] = attempts
      const refusal = row.refusal ?? RATE_LIMITED
      const first = await attempt()
      await takePoints(name, row, key, row.points - 2)
      const last = await attempt()
      expect([first.status, last.status]).not.toContain(refusal)

      for (const refused of attempts) {
        const { status, retryAfter } = await refused()
        expect(status).toBe(refusal)
        if (status !== RATE_LIMITED) continue
        const passed = (performance.now() - begun) / 1_000
        expect(retryAfter).toBeLessThanOrEqual(row.window)
        expect(retryAfter + passed).toBeGreaterThanOrEqual(row.window)
      }
    },
  )
})
