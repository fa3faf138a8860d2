import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { firstRunJourneys } from './journeys/firstRun.ts'
import { openStage, type Stage } from './stage.ts'

describe('journeys through a new server for production', () => {
  let stage: Stage
  beforeAll(async () => {
    const SECRET_KEY = randomBytes(32).toString('base64url')
    stage = await openStage({ DEMO: 'off', NODE_ENV: 'production', SECRET_KEY })
  })
  afterEach(() => stage.clear())
  afterAll(() => stage.close())

  for (const { name, run } of firstRunJourneys)
    it(name, async () => {
      await run(stage)
      expect(stage.takeFaults()).toEqual([])
    })
})
