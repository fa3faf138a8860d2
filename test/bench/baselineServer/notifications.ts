/** The baseline server's statements about notifications, and their conversion to API records. */

const LEGACY = `'boop', 'friendRequest', 'invite', 'inviteResponse', 'message', 'requestInvite', 'requestInviteResponse', 'votetokick'`

/** Lists notifications; `types` is a further condition, such as the legacy types only. */
const list = (name: string, types: string) => ({
  name,
  text: `SELECT n.id, n.type, n.title, n.message, n.details, n."createdAt", n."seenAt", n."senderId", s."displayName"
    FROM "Notification" n LEFT JOIN "User" s ON s.id = n."senderId"
    WHERE n."receiverId" = $1 AND n."hiddenAt" IS NULL AND (n."expiresAt" IS NULL OR n."expiresAt" > $2) ${types}
    ORDER BY n."createdAt" DESC, n.id DESC LIMIT $3`,
})

export const LIST_LEGACY_NOTIFICATIONS = list('legacy-notifications', `AND n.type IN (${LEGACY})`)
export const LIST_NOTIFICATIONS = list('notifications', '')

export interface NotificationRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly message: string
  readonly details: unknown
  readonly createdAt: Date
  readonly seenAt: Date | null
  readonly senderId: string
  readonly displayName: string
}

export const legacyNotification = (row: NotificationRow) => ({
  created_at: row.createdAt.toISOString(),
  details: JSON.stringify(row.details),
  id: row.id,
  message: row.message,
  seen: row.seenAt !== null,
  senderUserId: row.senderId,
  senderUsername: row.displayName,
  type: row.type,
})

/** A type as a value of the GraphQL enum. */
export const enumValue = (type: string) => type.toUpperCase().replaceAll('.', '_')

const node = (row: NotificationRow) => ({
  id: row.id,
  type: enumValue(row.type),
  title: row.title || null,
  message: row.message || null,
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt?.toISOString() ?? null,
  sender: { id: row.senderId, displayName: row.displayName },
})

/** A GraphQL page of notifications; one row more than `limit` means that another page follows. */
export const notificationPage = (rows: readonly NotificationRow[], limit: number) => ({
  data: {
    viewer: {
      notifications: { nodes: rows.slice(0, limit).map(node), pageInfo: { hasNextPage: rows.length > limit } },
    },
  },
})

/** Boops a friend in one statement: writes the notification and the feed entry, and publishes the event. */
export const BOOP = {
  name: 'boop',
  text: `WITH written AS (
      INSERT INTO "Notification" (id, type, "receiverId", "senderId", details, responses, "expiryAfterSeen", "createdAt", "updatedAt", "expiresAt")
      SELECT 'not_' || gen_random_uuid(), 'boop', f."friendId", f."userId", $3, $4, 900, $5::timestamptz, $5::timestamptz, $5::timestamptz + interval '90 days'
      FROM "Friendship" f JOIN "Account" a ON a."userId" = f."friendId"
      WHERE f."userId" = $1 AND f."friendId" = $2 AND a."isBoopingEnabled"
      RETURNING id, "receiverId"
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq) SELECT "receiverId", 1 FROM written
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + 1 RETURNING "userId", seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT head."userId", head.seq, 'created', 'boop', ARRAY[written.id], $5::timestamptz FROM written, head
    )
    SELECT pg_notify('plaza_baseline', json_build_object('node', 'baseline', 'id', gen_random_uuid(), 'domainEvent', json_build_object(
      'topic', 'feed.appended', 'subject', "userId", 'ids', json_build_object('seq', seq::text)))::text) FROM head`,
}

export const BOOP_RESPONSES = JSON.stringify([
  { type: 'boop', data: '', icon: 'bell', text: 'Boop back', textKey: null },
  { type: 'delete', data: '', icon: 'bell-slash', text: 'Dismiss', textKey: null },
])
export const BOOP_ANSWER = { success: { message: 'User booped!', status_code: 200 } }
