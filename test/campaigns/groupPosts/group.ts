import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { type CampaignUser, registerUser, sendRestRequest } from '../support/users.ts'

/** A group whose owner can write posts. */
export interface CampaignGroup {
  readonly id: string
  /** A member who reads meanwhile. */
  readonly reader: CampaignUser
  /** Writes a post that notifies all members. Throws unless it is accepted. */
  post(title: string): Promise<void>
}

const Created = z.object({ id: z.string() })

/** Registers an owner and a reader, founds a group, and inserts its other members. */
export async function foundGroup(
  url: string,
  database: PostDatabase,
  { members }: { readonly members: number },
): Promise<CampaignGroup> {
  const [owner, reader] = [await registerUser(url), await registerUser(url, 1)]
  await database.subscribe(owner.id)
  const code = randomBytes(3).toString('hex').slice(0, 5)
  const body = { name: 'A large group', shortCode: `G${code}`, roleTemplate: 'default' }
  const created = await sendRestRequest(url, { method: 'POST', path: '/groups', cookie: owner.cookie, body })
  if (!created.ok) throw new Error(`the group was refused: ${await created.text()}`)
  const { id } = Created.parse(await created.json())
  await database.insertMembers(id, members, reader.id)
  return {
    id,
    reader,
    async post(title) {
      const post = { title, text: `${title}, to all.`, visibility: 'group', sendNotification: true }
      const request = { method: 'POST', path: `/groups/${id}/posts`, cookie: owner.cookie, body: post }
      const answer = await sendRestRequest(url, request)
      if (!answer.ok) throw new Error(`the post was refused: ${await answer.text()}`)
    },
  }
}

/** The database of the server, read beside it. */
export interface PostDatabase {
  subscribe(userId: string): Promise<void>
  /** Makes the reader and new people members: `members` together with the owner. */
  insertMembers(groupId: string, members: number, readerId: string): Promise<void>
  isStored(title: string): Promise<boolean>
  /** Number of members who were notified of a post. */
  notified(title: string): Promise<number>
  /** Waits until so many more members are notified of a post, or all are; answers how many. */
  waitForStep(title: string, members: number): Promise<number>
  waitUntilDelivered(title: string): Promise<void>
  faultsOf(group: CampaignGroup): Promise<string[]>
  close(): Promise<void>
}

const SUBSCRIBE = `
  INSERT INTO "PermissionGrant" ("userId", "permissionId", "grantedAt")
  SELECT $1, id, now() FROM "Permission" WHERE name = 'permission-create-groups'`

const INSERT_PEOPLE = `
  INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
  SELECT id, id, id, id, id, '', now(), now()
  FROM (SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, $1::int)) AS person RETURNING id`

const INSERT_MEMBERS = `
  INSERT INTO "GroupMember" (id, "groupId", "userId", status, "createdAt", "joinedAt")
  SELECT 'gmem_' || gen_random_uuid(), $1, person, 'member', now(), now() FROM unnest($2::text[]) AS person`

const NOTIFIED = `
  SELECT count(*)::int AS count FROM "Notification"
  WHERE "relatedNotificationsId" IN (SELECT id FROM "GroupPost" WHERE title = $1) AND type = 'group.announcement'`

const FAULTS = `
  SELECT post.title, count(*) FILTER (WHERE had.copies IS NULL)::int AS missing,
    count(*) FILTER (WHERE had.copies > 1)::int AS repeated,
    count(*) FILTER (WHERE had.entries <> had.copies)::int AS untold
  FROM "GroupPost" AS post JOIN "GroupMember" AS member ON member."groupId" = post."groupId"
  LEFT JOIN (
    SELECT note."relatedNotificationsId" AS post, note."receiverId" AS receiver, count(DISTINCT note.id)::int AS copies,
      count(entry."userId")::int AS entries
    FROM "Notification" AS note
    LEFT JOIN "FeedEntry" AS entry ON entry."userId" = note."receiverId" AND entry."notificationIds" = ARRAY[note.id]
    GROUP BY 1, 2
  ) AS had ON had.post = post.id AND had.receiver = member."userId"
  WHERE post."groupId" = $1 AND member."userId" <> post."authorId" GROUP BY post.title`

const Faults = z.array(z.object({ title: z.string(), missing: z.number(), repeated: z.number(), untold: z.number() }))
const Count = z.tuple([z.object({ count: z.number() })])
const PAUSE = 50

export async function openCampaignDatabase(connectionString: string): Promise<PostDatabase> {
  const client = new Client({ connectionString })
  await client.connect()
  const countOf = async (text: string, values: readonly unknown[]) => {
    const { rows } = await client.query(text, [...values])
    return Count.parse(rows)[0].count
  }
  const unfinished = (title: string) =>
    countOf(
      `SELECT count(*)::int AS count FROM "GroupDelivery" JOIN "GroupPost" AS post ON post.id = "sourceId"
       WHERE post.title = $1 AND "finishedAt" IS NULL`,
      [title],
    )
  const notified = (title: string) => countOf(NOTIFIED, [title])
  const isStored = async (title: string) =>
    (await countOf('SELECT count(*)::int AS count FROM "GroupPost" WHERE title = $1', [title])) > 0
  return {
    isStored,
    subscribe: async (userId) => void (await client.query(SUBSCRIBE, [userId])),
    async insertMembers(groupId, members, readerId) {
      const { rows } = await client.query<{ id: string }>(INSERT_PEOPLE, [members - 2])
      await client.query(INSERT_MEMBERS, [groupId, [readerId, ...rows.map(({ id }) => id)]])
      await client.query('UPDATE "Group" SET "memberCount" = $2 WHERE id = $1', [groupId, members])
      await client.query('ANALYZE')
    },
    notified,
    async waitForStep(title, members) {
      const begun = await notified(title)
      for (;;) {
        const count = await notified(title)
        if (count >= begun + members || (await unfinished(title)) === 0) return count
        await delay(PAUSE)
      }
    },
    async waitUntilDelivered(title) {
      while (!(await isStored(title)) || (await unfinished(title)) > 0) await delay(PAUSE)
    },
    async faultsOf({ id }) {
      const { rows } = await client.query(FAULTS, [id])
      return Faults.parse(rows).flatMap(({ title, ...counts }) =>
        Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${title}: ${count} members ${what}`] : [])),
      )
    },
    close: () => client.end(),
  }
}
