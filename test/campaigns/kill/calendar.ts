import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { DAY, HOUR } from '../../../src/kernel/clock.ts'
import { type CampaignUser, registerUser, sendRestRequest } from '../support/users.ts'
import { type CalendarDatabase, openCalendarDatabase } from './calendarDatabase.ts'
import type { WriteLoad } from './writers.ts'

const FOLLOWERS = 50
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']
const EXPAND = 'expand-calendar-series'
const REMIND = 'remind-of-calendar-events'
const DELIVER = 'deliver-calendar-notifications'
/** Milliseconds from one change to the next, and until the last jobs must be done. */
const PAUSE = 100
const PATIENCE = 120_000

interface LoadState {
  stopped: boolean
  acknowledged: number
  /** What the server has not done in the end. */
  missing: readonly string[]
}

/**
 * Removes dates of series without pause, and adds events that start soon, while the server makes the dates again and
 * reminds followers. Losses are dates and reminders that are there twice, and in the end those that are not there.
 */
export async function startCalendar(url: string, _people: number, dataDir: string): Promise<WriteLoad> {
  const database = await openCalendarDatabase(dataDir)
  const groupId = await foundGroups(url, database)
  const state: LoadState = { stopped: false, acknowledged: 0, missing: [] }
  const changes = [
    () => database.removeDates(),
    () => database.requestJob(EXPAND),
    () => database.addEvent(groupId),
    () => database.requestJob(REMIND),
  ]
  const changeRepeatedly = async () => {
    for (let number = 0; !state.stopped; number++) {
      const change = changes[number % changes.length] ?? database.removeDates
      await change().then(
        () => state.acknowledged++,
        // The server or its database is down.
        () => {},
      )
      await delay(PAUSE)
    }
  }
  const working = changeRepeatedly()
  return {
    acknowledged: () => state.acknowledged,
    losses: async () => [...(await database.repeated()), ...state.missing],
    async stop() {
      state.stopped = true
      await working
      state.missing = await finish(database)
    },
  }
}

/** Lets the server do what is left. Answers what it has not done. */
async function finish(database: CalendarDatabase): Promise<string[]> {
  // Runs of killed servers keep those by schedule from running for some minutes.
  for (const job of [EXPAND, REMIND, DELIVER]) await database.requestJob(job)
  const end = performance.now() + PATIENCE
  for (;;) {
    const missing = await database.missing()
    if (missing.length === 0 || performance.now() > end) return missing
    await delay(PAUSE)
  }
}

/** Founds a group with series, and another one for single events. Answers the id of the latter. */
async function foundGroups(url: string, database: CalendarDatabase): Promise<string> {
  const owner = await registerUser(url)
  await database.subscribe(owner.id)
  const [ofSeries, ofEvents] = [await foundGroup(url, owner), await foundGroup(url, owner)]
  for (const zone of ZONES) await call(url, owner, `/calendar/${ofSeries}/event`, aSeries(zone))
  await database.takeDates(ofSeries)
  await database.addPeople(FOLLOWERS)
  return ofEvents
}

const foundGroup = (url: string, owner: CampaignUser) =>
  call(url, owner, '/groups', {
    name: 'A group with events',
    shortCode: `K${randomBytes(3).toString('hex').slice(0, 5)}`,
    roleTemplate: 'default',
  })

function aSeries(timezone: string): object {
  const startsAt = new Date(Date.now() + DAY)
  return {
    title: 'Rehearsal',
    description: 'Each week.',
    category: 'music',
    accessType: 'public',
    sendCreationNotification: false,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + HOUR).toISOString(),
    recurrence: { frequency: 'weekly', interval: 1, timezone },
  }
}

const Created = z.object({ id: z.string() })

async function call(url: string, { cookie }: CampaignUser, path: string, body: object): Promise<string> {
  const response = await sendRestRequest(url, { method: 'POST', path, cookie, body })
  if (!response.ok) throw new Error(`POST ${path} was refused: ${await response.text()}`)
  return Created.parse(await response.json()).id
}
