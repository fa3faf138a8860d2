import type { Pool } from 'pg'

/** The last migration of release 0.1. */
export const LAST_OF_RELEASE_0_1 = '20261121145118_between_people'

/** How release 0.1 counts the Unity version of these worlds, and how later releases do. */
export const UNITY = { version: '2022.3.22f1', oldSort: '20220322201', sort: '20220322000' }

const USERS = `
  INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "bioLinks",
    "pronounsHistory", "statusHistory", tags, "currentAvatarTags", "currentAvatar", "bannerType", "bannerUrl")
  SELECT 'usr_' || gen_random_uuid(), 'old' || n, 'old' || n, 'Old ' || n, 'old ' || n, now(), now(), '{}', '{}', '{}', '{}', '{}',
    'avtr_00000000-0000-4000-8000-00000000000' || n % 2, CASE WHEN n % 10 = 0 THEN 'customImage' ELSE '' END,
    CASE WHEN n % 10 = 0 THEN 'https://plaza.test/banner/' || n ELSE '' END
  FROM generate_series(1, $1::int) AS n`

const OF_EACH_USER = [
  `INSERT INTO "Account" ("userId", email, "emailKey", "contentFilters")
   SELECT id, username || '@plaza.test', username || '@plaza.test', '{}' FROM "User" WHERE username LIKE 'old%'`,
  `INSERT INTO "Session" (id, "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt", owes, address, "userAgent")
   SELECT 'sess_' || gen_random_uuid(), id, md5(id), now(), now(), now() + interval '20 days', '{}', '192.0.2.1', 'old'
   FROM "User" WHERE username LIKE 'old%'`,
  `INSERT INTO "World" (id, "authorId", name, "nameKey", capacity, "recommendedCapacity", "imageUrl", "releaseStatus",
     "createdAt", "updatedAt", "shuffleKey", platforms, "minUnitySort", "maxUnitySort")
   SELECT 'wrld_' || gen_random_uuid(), id, 'World of ' || username, 'world of ' || username, 16, 8, '', 'public', now(), now(),
     hashtext(id), '{standalonewindows}', ${UNITY.oldSort}, ${UNITY.oldSort} FROM "User" WHERE username LIKE 'old%'`,
  `INSERT INTO "UnityPackage" (id, "worldId", platform, "unityVersion", "unitySortNumber", "assetVersion", "assetUrl", "createdAt")
   SELECT 'unp_' || gen_random_uuid(), id, 'standalonewindows', '${UNITY.version}', ${UNITY.oldSort}, 1, '', now() FROM "World"
   WHERE name LIKE 'World of old%'`,
  `INSERT INTO "File" (id, "ownerId", name, "mimeType", extension, tags, "createdAt", "updatedAt")
   SELECT 'file_' || gen_random_uuid(), id, 'file', 'image/png', '.png',
     CASE WHEN "displayNameKey" LIKE '%7' THEN ARRAY['emoji'] ELSE '{}' END, now(), now()
   FROM "User" WHERE username LIKE 'old%'`,
  `INSERT INTO "Notification" (id, type, "receiverId", "senderId", details, data, title, "createdAt", "updatedAt")
   SELECT 'not_' || gen_random_uuid(), CASE WHEN "displayNameKey" LIKE '%3' THEN 'invite' ELSE 'message' END, id, id,
     jsonb_build_object('worldId', 'wrld_' || username), '{}', 'Hello', now(), now()
   FROM "User" WHERE username LIKE 'old%'`,
  `INSERT INTO "WorldVisit" ("worldId", "userId", at, counted)
   SELECT w.id, w."authorId", now() - n * interval '1 hour', true FROM "World" AS w, generate_series(1, 2) AS n
   WHERE w.name LIKE 'World of old%1'`,
  `INSERT INTO "Badge" (id, name, description, "imageUrl", "createdAt", "updatedAt")
   VALUES ('bdg_00000000-0000-4000-8000-00000000f368', 'Old', '', '', now(), now())`,
  `INSERT INTO "UserBadge" ("userId", "badgeId", "assignedAt", "updatedAt")
   SELECT id, 'bdg_00000000-0000-4000-8000-00000000f368', now(), now() FROM "User" WHERE username LIKE 'old%5'`,
]

/** Fills tables of release 0.1 with rows of so many people: each has an account, a session, a world, a file and a notification. */
export async function insertOldRows(pool: Pool, people: number): Promise<void> {
  await pool.query(USERS, [people])
  for (const statement of OF_EACH_USER) await pool.query(statement)
}

/** What is wrong with the rows of `insertOldRows` after all migrations: the number of rows of each fault that there is. */
export async function findUpgradeFaults(pool: Pool): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [fault, from] of Object.entries(FAULTS)) {
    const { rows } = await pool.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${from}`)
    if (rows[0]?.rows !== 0) found[fault] = rows[0]?.rows ?? -1
  }
  return found
}

const FAULTS: Readonly<Record<string, string>> = {
  'sort numbers of packages': `"UnityPackage" WHERE "unityVersion" = '${UNITY.version}' AND "unitySortNumber" <> ${UNITY.sort}`,
  'sort numbers of worlds': `"World" AS w WHERE EXISTS (SELECT FROM "UnityPackage" WHERE "worldId" = w.id)
     AND ("minUnitySort" <> ${UNITY.sort} OR "maxUnitySort" <> ${UNITY.sort})`,
  'avatars of users': `"User" WHERE username LIKE 'old%' AND "currentAvatar" <> 'avtr_00000000-0000-4000-8000-000000000001'`,
  'banners of users': `"User" WHERE "bannerType" = 'customImage' AND "bannerCustomUrl" <> "bannerUrl"`,
  'subjects of invites': `"Notification" WHERE type = 'invite' AND "subjectId" IS DISTINCT FROM details->>'worldId'`,
  'subjects of friend requests': `"Notification" WHERE type = 'friendRequest' AND "subjectId" IS DISTINCT FROM id`,
  'facts of messages': `"Notification" WHERE type = 'message' AND facts->>'written' IS DISTINCT FROM 'all'`,
  'ids of badges': `"UserBadge" WHERE id NOT LIKE 'ubdg_%'`,
  'items of files': `"File" AS f WHERE tags = '{emoji}' AND NOT EXISTS (SELECT FROM "InventoryItem" WHERE "fileId" = f.id)`,
  'repeated visits': `(SELECT FROM "WorldVisit" WHERE counted GROUP BY "worldId", "userId" HAVING count(*) > 1) AS repeated`,
  'invalid indexes': 'pg_index WHERE NOT indisvalid',
  'constraints that are not validated': `pg_constraint WHERE NOT convalidated`,
}
