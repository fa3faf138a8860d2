/** The baseline server's statements about calendars, and their conversion to API records. */

const COLUMNS = `e.*, s.recurrence AS "seriesRecurrence", s."interestCount" AS "seriesInterestCount",
  coalesce(own."isFollowing", f."isFollowing", false) AS "isFollowing",
  coalesce(own."createdAt", f."createdAt") AS "followedAt", coalesce(own."updatedAt", f."updatedAt") AS "followChangedAt"`

const joins = (viewer: string) => `LEFT JOIN "CalendarEvent" s ON s.id = e."seriesId"
  LEFT JOIN "CalendarFollow" own ON own."eventId" = e.id AND own."userId" = ${viewer}
  LEFT JOIN "CalendarFollow" f ON f."eventId" = e."seriesId" AND f."userId" = ${viewer}`

/** Whether the viewer may see the events of the group, and manages them. */
export const GROUP_STANDING = {
  name: 'calendar-standing',
  text: `SELECT m.status IS NOT DISTINCT FROM 'member' AS "isMember", coalesce(m."roleIds", '{}') AS "roleIds",
      EXISTS (SELECT FROM "GroupRole" r WHERE r."groupId" = g.id AND r.id = ANY(m."roleIds")
        AND r.permissions && '{*,group-calendar-manage}') AS "isManager"
    FROM "Group" g LEFT JOIN "GroupMember" m ON m."groupId" = g.id AND m."userId" = $2
    WHERE g.id = $1 AND g."deletedAt" IS NULL AND (g."hiddenAt" IS NULL OR m.status = 'member')`,
}

const SEEN = `e."groupId" = $1 AND e."startsAt" >= $2 AND e."startsAt" < $3 AND e.kind <> 'series' AND e."deletedAt" IS NULL
  AND ($4 OR NOT e."isDraft" AND (e."accessType" = 'public' OR $5 AND (e."roleIds" = '{}' OR e."roleIds" && $6)))`

export const GROUP_MONTH = {
  name: 'calendar-month',
  text: `SELECT ${COLUMNS}, (SELECT count(*)::int FROM "CalendarEvent" e WHERE ${SEEN}) AS total
    FROM "CalendarEvent" e ${joins('$7')} WHERE ${SEEN} ORDER BY e."startsAt", e.id LIMIT $8`,
}

const OPEN = `e."accessType" = 'public' AND e.kind <> 'series' AND NOT e."isDraft" AND e."deletedAt" IS NULL AND e."startsAt" > $2`
const PAGE = 'ORDER BY e."startsAt", e.id LIMIT $3'
const VISIBLE = `JOIN "Group" g ON g.id = e."groupId" AND g."deletedAt" IS NULL AND g."hiddenAt" IS NULL AND g.privacy <> 'private'`

/** Featured events, those of the viewer's groups or followed or in their languages, and others. */
export const DISCOVERED = {
  name: 'calendar-discovered',
  text: `WITH viewer AS MATERIALIZED (
      SELECT u.id, ARRAY(SELECT "groupId" FROM "GroupMember" m WHERE m."userId" = u.id AND m.status = 'member') AS groups,
        ARRAY(SELECT "eventId" FROM "CalendarFollow" c WHERE c."userId" = u.id AND c."isFollowing") AS followed,
        ARRAY(SELECT substr(tag, 10) FROM unnest(u.tags) tag WHERE tag LIKE 'language\\_%') AS languages
      FROM "User" u WHERE u.id = $1
    ), page AS (
      (SELECT 0 AS rank, e.id, e."startsAt" FROM "CalendarEvent" e ${VISIBLE} WHERE e.featured AND ${OPEN} ${PAGE})
      UNION ALL
      (SELECT DISTINCT 1, e.id, e."startsAt" FROM viewer v CROSS JOIN LATERAL (
        (SELECT e.id, e."startsAt" FROM unnest(v.groups) own CROSS JOIN LATERAL (
          SELECT e.* FROM "CalendarEvent" e ${VISIBLE} WHERE e."groupId" = own AND NOT e.featured AND ${OPEN} ${PAGE}) e)
        UNION ALL (SELECT e.id, e."startsAt" FROM "CalendarEvent" e ${VISIBLE} WHERE e.id = ANY(v.followed) AND NOT e.featured AND ${OPEN})
        UNION ALL (SELECT e.id, e."startsAt" FROM unnest(v.followed) own CROSS JOIN LATERAL (
          SELECT e.* FROM "CalendarEvent" e ${VISIBLE} WHERE e."seriesId" = own AND NOT e.featured AND ${OPEN} ${PAGE}) e)
        UNION ALL (SELECT e.id, e."startsAt" FROM "CalendarEvent" e ${VISIBLE}
          WHERE e.languages && v.languages AND NOT e.featured AND ${OPEN} ${PAGE})
      ) e ORDER BY 3, 2 LIMIT $3)
      UNION ALL
      (SELECT 2, e.id, e."startsAt" FROM viewer v CROSS JOIN LATERAL (SELECT e.* FROM "CalendarEvent" e ${VISIBLE}
        WHERE NOT e.featured AND e."groupId" <> ALL(v.groups) AND e.id <> ALL(v.followed)
          AND coalesce(e."seriesId", '') <> ALL(v.followed) AND NOT e.languages && v.languages AND ${OPEN} ${PAGE}) e)
    )
    SELECT ${COLUMNS}, page.rank FROM (SELECT * FROM page ORDER BY rank, "startsAt", id LIMIT $3) page
      JOIN "CalendarEvent" e ON e.id = page.id ${joins('$1')} ORDER BY page.rank, e."startsAt", e.id`,
}

export interface StandingRow {
  readonly isMember: boolean
  readonly isManager: boolean
  readonly roleIds: readonly string[]
}

export interface EventRow {
  readonly id: string
  readonly groupId: string
  readonly kind: string
  readonly seriesId: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
  readonly description: string
  readonly category: string
  readonly accessType: string
  readonly isDraft: boolean
  readonly featured: boolean
  readonly tags: readonly string[]
  readonly languages: readonly string[]
  readonly platforms: readonly string[]
  readonly roleIds: readonly string[]
  readonly imageId: string | null
  readonly hostEarlyJoinMinutes: number
  readonly guestEarlyJoinMinutes: number
  readonly closeInstanceAfterEndMinutes: number
  readonly usesInstanceOverflow: boolean
  readonly interestCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly seriesRecurrence: object | null
  readonly seriesInterestCount: number | null
  readonly isFollowing: boolean
  readonly followedAt: Date | null
  readonly followChangedAt: Date | null
  readonly total: number
}

const calendarEvent = (row: EventRow) => ({
  accessType: row.accessType,
  category: row.category,
  closeInstanceAfterEndMinutes: row.closeInstanceAfterEndMinutes,
  createdAt: row.createdAt.toISOString(),
  deletedAt: null,
  description: row.description,
  durationInMs: row.endsAt.getTime() - row.startsAt.getTime(),
  endsAt: row.endsAt.toISOString(),
  featured: row.featured,
  guestEarlyJoinMinutes: row.guestEarlyJoinMinutes,
  hostEarlyJoinMinutes: row.hostEarlyJoinMinutes,
  id: row.id,
  imageId: row.imageId,
  imageUrl: null,
  interestedUserCount: row.interestCount + (row.seriesInterestCount ?? 0),
  isDraft: row.isDraft,
  languages: row.languages,
  occurrenceKind: row.kind,
  ownerId: row.groupId,
  platforms: row.platforms,
  ...(row.seriesRecurrence && { recurrence: row.seriesRecurrence }),
  roleIds: row.roleIds,
  seriesId: row.seriesId,
  startsAt: row.startsAt.toISOString(),
  tags: row.tags,
  title: row.title,
  type: 'event',
  updatedAt: row.updatedAt.toISOString(),
  userInterest: row.isFollowing
    ? {
        isFollowing: true,
        createdAt: row.followedAt?.toISOString(),
        updatedAt: row.followChangedAt?.toISOString(),
      }
    : { isFollowing: false },
  usesInstanceOverflow: row.usesInstanceOverflow,
})

export const eventList = (rows: readonly EventRow[]) => ({
  results: rows.map(calendarEvent),
  hasNext: rows.length < (rows[0]?.total ?? 0),
  totalCount: rows[0]?.total ?? 0,
})

/** The cursor of the next page, which only the product can sign, is left out. */
export const discoveredEvents = (rows: readonly EventRow[]) => ({ results: rows.map(calendarEvent) })
