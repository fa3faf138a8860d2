import { z } from 'zod'
import { campaignDatabase } from './campaignDatabase.ts'

/** The dates of the series of a campaign, and events that start soon with their followers. */
export interface CalendarDatabase {
  /** Lets a person create groups. */
  subscribe(userId: string): Promise<void>
  /** Takes the dates that all series have now, but for the next days, as those that they must always have. */
  takeDates(groupId: string): Promise<void>
  /** Deletes about half of these dates. */
  removeDates(): Promise<void>
  /** Adds people who follow all events that are added. */
  addPeople(count: number): Promise<void>
  /** Adds an event that starts in a quarter of an hour. */
  addEvent(groupId: string): Promise<void>
  /** Requests a run of a job, unless one is waiting already. */
  requestJob(name: string): Promise<void>
  /** What is there twice. */
  repeated(): Promise<string[]>
  /** What is not there. */
  missing(): Promise<string[]>
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS "CampaignDate" ("seriesId" text, "startsAt" timestamptz);
  CREATE TABLE IF NOT EXISTS "CampaignPerson" (id text);
  CREATE TABLE IF NOT EXISTS "CampaignEvent" (id text)`

const SUBSCRIBE = `
  INSERT INTO "PermissionGrant" ("userId", "permissionId", "grantedAt")
  SELECT $1, id, now() FROM "Permission" WHERE name = 'permission-create-groups'`

const TAKE_DATES = `
  INSERT INTO "CampaignDate" SELECT "seriesId", "originalStartsAt" FROM "CalendarEvent"
  WHERE "groupId" = $1 AND kind = 'occurrence' AND "startsAt" > now() + interval '3 days'`

const REMOVE_DATES = `
  DELETE FROM "CalendarEvent" WHERE random() < 0.5 AND id IN (
    SELECT event.id FROM "CalendarEvent" AS event JOIN "CampaignDate" AS date
      ON date."seriesId" = event."seriesId" AND date."startsAt" = event."originalStartsAt"
  )`

const ADD_PEOPLE = `
  WITH person AS (
    INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
    SELECT id, id, id, id, id, '', now(), now()
    FROM (SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, $1::int)) AS person RETURNING id
  )
  INSERT INTO "CampaignPerson" SELECT id FROM person`

const ADD_EVENT = `
  WITH event AS (
    INSERT INTO "CalendarEvent" (id, "groupId", kind, "startsAt", "endsAt", title, description, "searchKey", category,
      "accessType", "interestCount", "createdAt", "updatedAt")
    SELECT 'cal_' || gen_random_uuid(), $1, 'single', date_trunc('milliseconds', now() + interval '14 minutes'),
      now() + interval '2 hours', 'Soon', 'Soon', 'soon', 'other', 'public', count(*), now(), now()
    FROM "CampaignPerson" RETURNING id
  ), follow AS (
    INSERT INTO "CalendarFollow" ("eventId", "userId", "isFollowing", "createdAt", "updatedAt")
    SELECT event.id, person.id, true, now(), now() FROM event, "CampaignPerson" AS person
  )
  INSERT INTO "CampaignEvent" SELECT id FROM event`

/** Dates and reminders, with how often each is there. */
const COUNTS = `
  SELECT 'date ' || date."startsAt" || ' of ' || date."seriesId" AS what, count(event.id)::int AS count
  FROM "CampaignDate" AS date LEFT JOIN "CalendarEvent" AS event
    ON event."seriesId" = date."seriesId" AND event."startsAt" = date."startsAt" AND event."deletedAt" IS NULL
  GROUP BY date."seriesId", date."startsAt"
  UNION ALL
  SELECT 'reminder of ' || event.id || ' for ' || person.id, count(entry."userId")::int
  FROM "CampaignEvent" AS event CROSS JOIN "CampaignPerson" AS person
    LEFT JOIN "Notification" AS note ON note."relatedNotificationsId" = event.id AND note."receiverId" = person.id
      AND note.type = 'group.event.starting'
    LEFT JOIN "FeedEntry" AS entry ON entry."userId" = person.id AND entry."notificationIds" = ARRAY[note.id]
  GROUP BY event.id, person.id`

const Counts = z.array(z.object({ what: z.string(), count: z.number() }))
const MOST_TOLD = 5

/** Opens the database of the server on a folder, anew for each statement, since the server and its database are killed. */
export async function openCalendarDatabase(dataDir: string): Promise<CalendarDatabase> {
  const { run, requestJob } = campaignDatabase(dataDir)
  const counted = async (isFault: (count: number) => boolean) => {
    const counts = Counts.parse(await run(COUNTS))
    for (const kind of ['date', 'reminder'])
      if (!counts.some(({ what }) => what.startsWith(kind))) throw new Error(`no ${kind} to look for`)
    const faults = counts.filter(({ count }) => isFault(count))
    const told = faults.slice(0, MOST_TOLD).map(({ what, count }) => `${what}: ${count} times`)
    return faults.length > MOST_TOLD ? [...told, `${faults.length - MOST_TOLD} more`] : told
  }
  await run(TABLES)
  return {
    subscribe: async (userId) => void (await run(SUBSCRIBE, [userId])),
    takeDates: async (groupId) => void (await run(TAKE_DATES, [groupId])),
    removeDates: async () => void (await run(REMOVE_DATES)),
    addPeople: async (count) => void (await run(ADD_PEOPLE, [count])),
    addEvent: async (groupId) => void (await run(ADD_EVENT, [groupId])),
    requestJob,
    repeated: () => counted((count) => count > 1),
    missing: () => counted((count) => count === 0),
  }
}
