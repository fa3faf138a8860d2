import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeDelays } from './delays.ts'
import { accountJourneys } from './journeys/accounts.ts'
import { deviceNotificationJourneys } from './journeys/deviceNotifications.ts'
import { faultJourneys } from './journeys/faults.ts'
import { homeJourneys } from './journeys/home.ts'
import { liveJourneys } from './journeys/live.ts'
import { notificationJourneys } from './journeys/notifications.ts'
import { peopleJourneys } from './journeys/people.ts'
import { phoneJourneys } from './journeys/phone.ts'
import { searchJourneys } from './journeys/search.ts'
import { secondFactorJourneys } from './journeys/secondFactor.ts'
import { settingsJourneys } from './journeys/settings.ts'
import { signInJourneys } from './journeys/signIn.ts'
import { tabJourneys } from './journeys/tabs.ts'
import { twoPeopleJourneys } from './journeys/twoPeople.ts'
import { worldJourneys } from './journeys/worlds.ts'
import { openStage, type Stage } from './stage.ts'

const journeys = [
  ...accountJourneys,
  ...deviceNotificationJourneys,
  ...faultJourneys,
  ...homeJourneys,
  ...liveJourneys,
  ...notificationJourneys,
  ...peopleJourneys,
  ...phoneJourneys,
  ...searchJourneys,
  ...secondFactorJourneys,
  ...settingsJourneys,
  ...signInJourneys,
  ...tabJourneys,
  ...twoPeopleJourneys,
  ...worldJourneys,
]
const isFull = process.env.WEB_JOURNEYS === 'all'

describe('journeys through the web UI', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.clear())
  afterAll(async () => {
    const lines = takeDelays().map(({ act, took }) => `  ${took} ms until ${act} was seen\n`)
    process.stdout.write(lines.join(''))
    await stage.close()
  })

  for (const { name, run } of journeys.filter(({ isShort }) => isFull || isShort))
    it(name, async () => {
      await run(stage)
      expect(stage.takeFaults()).toEqual([])
    })
})
