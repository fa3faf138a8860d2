import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type CampaignUser, registerUser, sendRestRequest } from '../support/users.ts'
import { type CampaignDatabase, campaignDatabase } from './campaignDatabase.ts'
import type { WriteLoad } from './writers.ts'

const DEFAULT_AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'
/** Wearers for each of the people of the campaign. */
const WEARERS = 1_000
/** Wearers who have given up an avatar that count as one write. */
const PER_WRITE = 100
/** Milliseconds from one look at the wearers to the next, and within which all have given up an avatar if nothing is killed. */
const PAUSE = 100
const LIMIT = 60_000

/** Notes each time that somebody gives up an avatar other than the default: friends are told by the same transaction. */
const TABLES = `
  CREATE TABLE "CampaignWearer" (id text PRIMARY KEY);
  CREATE TABLE "CampaignChange" ("avatarId" text NOT NULL, "userId" text NOT NULL);
  CREATE FUNCTION note_campaign_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO "CampaignChange" VALUES (OLD."currentAvatar", OLD.id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER campaign_change AFTER UPDATE ON "User" FOR EACH ROW
    WHEN (OLD."currentAvatar" <> NEW."currentAvatar" AND OLD."currentAvatar" <> '${DEFAULT_AVATAR}')
    EXECUTE FUNCTION note_campaign_change()`

const ADD_WEARERS = `
  WITH person AS (
    INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
    SELECT id, id, id, id, id, '${DEFAULT_AVATAR}', now(), now()
    FROM (SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, $1::int)) AS person RETURNING id
  )
  INSERT INTO "CampaignWearer" SELECT id FROM person`

/** Makes a new avatar, which all wearers put on. */
const PUT_ON = `
  WITH avatar AS (
    INSERT INTO "Avatar" (id, "authorId", name, "nameKey", "imageUrl", "releaseStatus", "shuffleKey", "createdAt", "updatedAt")
    VALUES ('avtr_' || gen_random_uuid(), $1, 'Fox', 'fox', 'https://images.example/fox.png', 'public', 1, now(), now())
    RETURNING id
  ), worn AS (
    UPDATE "User" SET "currentAvatar" = avatar.id, "currentAvatarImageUrl" = 'https://images.example/fox.png'
    FROM avatar WHERE "User".id IN (SELECT id FROM "CampaignWearer")
  )
  SELECT id FROM avatar`

const STILL_WORN = `SELECT count(*)::int AS count FROM "User" WHERE "currentAvatar" = $1`

/** What is wrong at any moment. */
const FAULTS = `
  SELECT "userId" || ' was told ' || count(*) || ' times to have given up ' || "avatarId" AS fault
  FROM "CampaignChange" GROUP BY "userId", "avatarId" HAVING count(*) > 1
  UNION ALL
  SELECT worn.id || ' has the look of another avatar than ' || worn."currentAvatar"
  FROM "User" AS worn JOIN "CampaignWearer" USING (id) JOIN "Avatar" AS avatar ON avatar.id = worn."currentAvatar"
  WHERE worn."currentAvatarImageUrl" NOT IN (avatar."imageUrl", '')
  LIMIT 5`

const Id = z.tuple([z.object({ id: z.string() })])
const Count = z.tuple([z.object({ count: z.number() })])
const Faults = z.array(z.object({ fault: z.string() }))

interface Running {
  readonly url: string
  readonly author: CampaignUser
  readonly database: CampaignDatabase
  readonly state: { stopped: boolean; givenUp: number; readonly faults: string[] }
}

/**
 * Deletes one avatar after another that thousands of people wear. Losses are wearers who were told twice, who have not the
 * picture of what they wear, and deleted avatars that can be read; in the end also those who still wear a deleted one after a
 * minute without kills.
 */
export async function startWearers(url: string, people: number, dataDir: string): Promise<WriteLoad> {
  const database = campaignDatabase(dataDir)
  const author = await registerUser(url)
  await database.run(TABLES)
  await database.run(ADD_WEARERS, [people * WEARERS])
  const running: Running = { url, author, database, state: { stopped: false, givenUp: 0, faults: [] } }
  const { state } = running
  const deleteRepeatedly = async () => {
    while (!state.stopped) await deleteOne(running)
  }
  const working = deleteRepeatedly()
  return {
    acknowledged: () => Math.floor(state.givenUp / PER_WRITE),
    losses: async () => [...(await faultsIn(database)), ...state.faults],
    async stop() {
      state.stopped = true
      await working
      const took = await deleteOne(running)
      if (took > LIMIT) state.faults.push(`${people * WEARERS} wearers took ${Math.round(took)} ms`)
    },
  }
}

const faultsIn = async (database: CampaignDatabase): Promise<string[]> =>
  Faults.parse(await database.run(FAULTS)).map(({ fault }) => fault)

/** Lets all put on a new avatar, deletes it, and waits until nobody wears it. Answers the milliseconds that this took. */
async function deleteOne({ url, author, database, state }: Running): Promise<number> {
  const [{ id }] = Id.parse(await untilDone(() => database.run(PUT_ON, [author.id])))
  const countWorn = async () => Count.parse(await untilDone(() => database.run(STILL_WORN, [id])))[0].count
  const deleted = await untilDone(() => answered(url, author, 'DELETE', id))
  if (![200, 400, 404].includes(deleted)) state.faults.push(`the deletion of ${id} answered ${deleted}`)
  const begun = performance.now()
  const other = await untilDone(() => answered(url, author, 'PUT', `${id}/select`))
  if (other < 400) state.faults.push(`${id} was deleted and could be worn`)
  for (let before = await countWorn(); before > 0; ) {
    await delay(PAUSE)
    const now = await countWorn()
    state.givenUp += before - now
    before = now
  }
  return performance.now() - begun
}

/** The status of a request about an avatar. Throws while the server is down or has failed. */
async function answered(url: string, { cookie }: CampaignUser, method: string, path: string): Promise<number> {
  const { status } = await sendRestRequest(url, { method, path: `/avatars/${path}`, cookie })
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}`)
  return status
}

/** Tries until the server and its database are there. */
async function untilDone<R>(work: () => Promise<R>): Promise<R> {
  for (;;) {
    const done = await work().then(
      (result) => ({ result }),
      () => undefined,
    )
    if (done) return done.result
    await delay(PAUSE)
  }
}
