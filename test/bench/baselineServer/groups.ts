/** The baseline server's statements about groups, and their conversion to API records. */

const SUMMARY_COLUMNS = `g.id, g.name, g."shortCode", g.discriminator, g.description, g."bannerId", g."iconId", g."memberCount",
  g."ownerId", g."createdAt", g.rules, g.tags, g.privacy`

const COLUMNS = `${SUMMARY_COLUMNS}, g."allowGroupJoinPrompt", g."isVerified", g."joinState", g.languages, g."lastPostCreatedAt",
  g.links, g."onlineMemberCount", g."updatedAt"`

const GALLERIES = `(SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description,
    'membersOnly', y."membersOnly", 'roleIdsToView', CASE WHEN y."restrictsView" THEN y."roleIdsToView" END,
    'roleIdsToSubmit', y."roleIdsToSubmit", 'roleIdsToAutoApprove', y."roleIdsToAutoApprove",
    'roleIdsToManage', y."roleIdsToManage", 'createdAt', y."createdAt", 'updatedAt', y."updatedAt")
    ORDER BY y."createdAt", y.id), '[]')
  FROM "GroupGallery" y WHERE y."groupId" = g.id AND (NOT y."membersOnly" OR m.status = 'member')) AS galleries`

export const ONE_GROUP = {
  name: 'one-group',
  text: `SELECT ${COLUMNS}, ${GALLERIES}, m.status, row_to_json(m) AS member, p."displayName" AS "acceptedBy",
      a."totpEnabledAt" IS NOT NULL AS "has2FA",
      (SELECT coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'permissions', r.permissions) ORDER BY r."order"), '[]')
        FROM "GroupRole" r WHERE r."groupId" = g.id AND m.status = 'member' AND (r.kind = 'everyone' OR r.id = ANY(m."roleIds"))) AS roles
    FROM "Group" g
      LEFT JOIN "GroupMember" m ON m."groupId" = g.id AND m."userId" = $2
      LEFT JOIN "Account" a ON a."userId" = m."userId"
      LEFT JOIN "User" p ON p.id = m."acceptedById"
    WHERE g.id = $1 AND g."deletedAt" IS NULL AND g."hiddenAt" IS NULL`,
}

const SIMILAR = `("nameKey" LIKE $1 OR "nameKey" % $2)`

export const SEARCH_GROUPS = {
  name: 'found-groups',
  text: `SELECT ${SUMMARY_COLUMNS}, ${GALLERIES}, m.status FROM (
      SELECT *, similarity("nameKey", $2) AS score FROM "Group"
      WHERE "deletedAt" IS NULL AND "hiddenAt" IS NULL AND privacy <> 'private' AND ${SIMILAR}
      ORDER BY score DESC, "memberCount" DESC, id LIMIT $4
    ) g LEFT JOIN "GroupMember" m ON m."groupId" = g.id AND m."userId" = $3
    ORDER BY g.score DESC, g."memberCount" DESC, g.id`,
}

/** The page is found by ids, which an index has. */
export const GROUP_MEMBERS = {
  name: 'group-members',
  text: `SELECT m.*, u."displayName", u."userIcon", u."profilePicOverride", u."currentAvatarTags",
      u."currentAvatarThumbnailImageUrl", p."displayName" AS "acceptedByDisplayName",
      ARRAY(SELECT r.id FROM "GroupRole" r WHERE r.id = ANY(m."roleIds") AND '*' = ANY(r.permissions)) AS "mRoleIds"
    FROM (
      SELECT id FROM "GroupMember" WHERE "groupId" = $1 AND status = 'member' AND "userId" <> $2
      ORDER BY "joinedAt", id LIMIT $3 OFFSET $4
    ) page JOIN "GroupMember" m ON m.id = page.id JOIN "User" u ON u.id = m."userId" LEFT JOIN "User" p ON p.id = m."acceptedById"
    ORDER BY m."joinedAt", m.id`,
}

interface Gallery {
  readonly createdAt: string
  readonly updatedAt: string
}

export interface GroupSummaryRow {
  readonly id: string
  readonly name: string
  readonly shortCode: string
  readonly discriminator: string
  readonly description: string
  readonly bannerId: string | null
  readonly iconId: string | null
  readonly memberCount: number
  readonly ownerId: string
  readonly createdAt: Date
  readonly rules: string | null
  readonly tags: readonly string[]
  readonly privacy: string
  readonly galleries: readonly Gallery[]
  readonly status: string | null
}

interface Member {
  readonly acceptedById: string | null
  readonly createdAt: string
  readonly groupId: string
  readonly hasJoinedFromPurchase: boolean
  readonly id: string
  readonly isRepresenting: boolean
  readonly isSubscribedToAnnouncements: boolean
  readonly isSubscribedToEventAnnouncements: boolean
  readonly joinedAt: string
  readonly lastPostReadAt: string | null
  readonly userId: string
  readonly visibility: string
}

export interface GroupRow extends GroupSummaryRow {
  readonly allowGroupJoinPrompt: boolean
  readonly isVerified: boolean
  readonly joinState: string
  readonly languages: readonly string[]
  readonly lastPostCreatedAt: Date | null
  readonly links: readonly string[]
  readonly onlineMemberCount: number
  readonly updatedAt: Date
  readonly member: Member | null
  readonly acceptedBy: string | null
  readonly has2FA: boolean
  readonly roles: readonly { readonly id: string; readonly kind: string; readonly permissions: readonly string[] }[]
}

const iso = (text: string) => new Date(text).toISOString()

const summary = (row: GroupSummaryRow) => ({
  id: row.id,
  name: row.name,
  shortCode: row.shortCode,
  discriminator: row.discriminator,
  description: row.description,
  bannerId: row.bannerId,
  iconId: row.iconId,
  memberCount: row.memberCount,
  ownerId: row.ownerId,
  createdAt: row.createdAt.toISOString(),
  rules: row.rules,
  tags: row.tags,
  membershipStatus: row.status ?? 'inactive',
  galleries: row.galleries.map((gallery) => ({
    ...gallery,
    createdAt: iso(gallery.createdAt),
    updatedAt: iso(gallery.updatedAt),
  })),
})

export const limitedGroup = (row: GroupSummaryRow) => ({ ...summary(row), isSearchable: row.privacy !== 'private' })

export const oneGroup = (row: GroupRow) => ({
  ...summary(row),
  ageVerificationBetaCode: '',
  ageVerificationBetaSlots: 0,
  ageVerificationSlotsAvailable: false,
  allowGroupJoinPrompt: row.allowGroupJoinPrompt,
  badges: [],
  isVerified: row.isVerified,
  joinState: row.joinState,
  languages: row.languages,
  lastPostCreatedAt: row.lastPostCreatedAt?.toISOString() ?? null,
  links: row.links,
  memberCountSyncedAt: row.updatedAt.toISOString(),
  onlineMemberCount: row.onlineMemberCount,
  privacy: row.privacy,
  updatedAt: row.updatedAt.toISOString(),
  ...(row.member && { myMember: ownMember(row, row.member) }),
})

function ownMember(row: GroupRow, member: Member) {
  const held = row.roles.filter(({ kind }) => kind !== 'everyone')
  const permissions = new Set(row.roles.flatMap((role) => role.permissions))
  return {
    acceptedByDisplayName: row.acceptedBy,
    acceptedById: member.acceptedById,
    bannedAt: null,
    createdAt: iso(member.createdAt),
    groupId: member.groupId,
    has2FA: row.has2FA,
    hasJoinedFromPurchase: member.hasJoinedFromPurchase,
    id: member.id,
    isRepresenting: member.isRepresenting,
    isSubscribedToAnnouncements: member.isSubscribedToAnnouncements,
    isSubscribedToEventAnnouncements: member.isSubscribedToEventAnnouncements,
    joinedAt: iso(member.joinedAt),
    lastPostReadAt: member.lastPostReadAt && iso(member.lastPostReadAt),
    mRoleIds: held.filter((role) => role.permissions.includes('*')).map(({ id }) => id),
    membershipStatus: row.status,
    permissions: permissions.has('*') ? ['*'] : [...permissions].sort(),
    roleIds: held.map(({ id }) => id),
    userId: member.userId,
    visibility: member.visibility,
  }
}

export interface GroupMemberRow {
  readonly acceptedByDisplayName: string | null
  readonly acceptedById: string | null
  readonly createdAt: Date
  readonly groupId: string
  readonly hasJoinedFromPurchase: boolean
  readonly id: string
  readonly isRepresenting: boolean
  readonly isSubscribedToAnnouncements: boolean
  readonly isSubscribedToEventAnnouncements: boolean
  readonly joinedAt: Date
  readonly roleIds: readonly string[]
  readonly mRoleIds: readonly string[]
  readonly status: string
  readonly userId: string
  readonly visibility: string
  readonly displayName: string
  readonly userIcon: string
  readonly profilePicOverride: string
  readonly currentAvatarTags: readonly string[]
  readonly currentAvatarThumbnailImageUrl: string
}

export const groupMember = (row: GroupMemberRow) => ({
  acceptedByDisplayName: row.acceptedByDisplayName,
  acceptedById: row.acceptedById,
  bannedAt: null,
  createdAt: row.createdAt.toISOString(),
  groupId: row.groupId,
  hasJoinedFromPurchase: row.hasJoinedFromPurchase,
  id: row.id,
  isRepresenting: row.isRepresenting,
  isSubscribedToAnnouncements: row.isSubscribedToAnnouncements,
  isSubscribedToEventAnnouncements: row.isSubscribedToEventAnnouncements,
  joinedAt: row.joinedAt.toISOString(),
  lastPostReadAt: null,
  mRoleIds: row.mRoleIds,
  membershipStatus: row.status,
  roleIds: row.roleIds,
  user: {
    currentAvatarTags: row.currentAvatarTags,
    currentAvatarThumbnailImageUrl: row.currentAvatarThumbnailImageUrl,
    displayName: row.displayName,
    iconUrl: row.userIcon,
    id: row.userId,
    profilePicOverride: row.profilePicOverride,
    thumbnailUrl: row.currentAvatarThumbnailImageUrl,
  },
  userId: row.userId,
  visibility: row.visibility,
})

export const WORLDS_WITH_GROUPS = {
  name: 'worlds-with-groups',
  text: `SELECT w.id, w.name, w.capacity, w.tags, w.visits, u.id AS "authorId", u."displayName" AS "authorName",
      (SELECT coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'shortCode', o."shortCode", 'discriminator', o.discriminator,
          'memberCount', o."memberCount", 'joinState', upper(o."joinState"))), '[]') FROM (
        SELECT g.* FROM "GroupMember" m JOIN "Group" g ON g.id = m."groupId"
        WHERE m."userId" = u.id AND m.status = 'member' AND m.visibility = 'visible' AND g.privacy = 'default'
          AND g."deletedAt" IS NULL AND g."hiddenAt" IS NULL ORDER BY m."joinedAt", m.id LIMIT 3
      ) o) AS groups
    FROM (
      SELECT * FROM "World" WHERE "releaseStatus" = 'public' AND "nameKey" LIKE $1 ORDER BY popularity DESC, id DESC LIMIT $2
    ) w JOIN "User" u ON u.id = w."authorId" ORDER BY w.popularity DESC, w.id DESC`,
}

export interface WorldWithGroupsRow {
  readonly id: string
  readonly name: string
  readonly capacity: number
  readonly tags: readonly string[]
  readonly visits: number
  readonly authorId: string
  readonly authorName: string
  readonly groups: readonly object[]
}

const node = ({ authorId, authorName, groups, visits, ...row }: WorldWithGroupsRow) => ({
  ...row,
  visitCount: visits,
  author: { id: authorId, displayName: authorName, groups: { nodes: groups } },
})

/** A GraphQL page of worlds with the groups of their authors; one row more than `limit` means that another page follows. */
export const worldWithGroupsPage = (rows: readonly WorldWithGroupsRow[], limit: number) => ({
  data: { worlds: { nodes: rows.slice(0, limit).map(node), pageInfo: { hasNextPage: rows.length > limit } } },
})
