import { id, idWith, syllable, WHEN } from './datasetSql.ts'

/** As many as a group can have. */
const MAX_MEMBERS = 100_000

/** Groups beside the large one, and members of the large one. */
export const groupsOf = (rows: number) => Math.min(rows, MAX_MEMBERS)

/** Number of the group whose members are all users, of whom the first is its owner. */
export const largeGroupOf = (rows: number) => groupsOf(rows) + 1

const OWNER = 0
const MEMBER = 1
const EVERYONE = 2
const roleId = (group: string, kind: number) => idWith('grol', group, kind)

const ROLES = `(VALUES
  (${OWNER}, 'Group Owner', 'owner', 0, array['*'], false),
  (${MEMBER}, 'Member', NULL, 1, array['group-members-viewall', 'group-instance-join', 'group-instance-open-create',
    'group-instance-plus-create', 'group-instance-public-create'], true),
  (${EVERYONE}, 'Everyone', 'everyone', 99999997, array[]::text[], false)
) AS role (part, name, kind, place, permissions, joining)`

/** Each user owns the group of their number, and has joined the groups of twice and three times that number. */
const MEMBERSHIPS = (rows: number) => `
  SELECT i AS person, (k * i - 1) % ${groupsOf(rows)} + 1 AS "group", k = 1 AS owner, ${WHEN} + k * interval '1 hour' AS joined
  FROM generate_series(1, ${groupsOf(rows)}) AS i, generate_series(1, 3) AS k
  UNION ALL
  SELECT i, ${largeGroupOf(rows)}, i = 1, timestamptz '2025-01-01' + i * interval '1 second'
  FROM generate_series(1, ${groupsOf(rows)}) AS i`

/** Ids of the roles of a membership; triggers do not run while the database is filled. */
const HELD = `CASE WHEN owner THEN array[${roleId('"group"', OWNER)}, ${roleId('"group"', MEMBER)}]
  ELSE array[${roleId('"group"', MEMBER)}] END`

/**
 * Statements that fill the database with groups: one of each user with three roles and a gallery, three memberships of
 * each user, and a group of all users.
 */
export const groupInserts = (rows: number): readonly string[] => [
  `INSERT INTO "Group" (id, name, "nameKey", "shortCode", discriminator, description, rules, tags, languages, "ownerId", "createdAt", "updatedAt")
   SELECT ${idWith('grp', 'i')}, initcap(name) || ' ' || i, name || ' ' || i, 'G' || upper(lpad(to_hex(i), 5, '0')), '0001',
     'The group number ' || i || ', which meets on most evenings.', 'Be kind.', array['calm', 'music'], array['eng'],
     ${id(`CASE WHEN i = ${largeGroupOf(rows)} THEN 1 ELSE i END`)}, ${WHEN}, ${WHEN}
   FROM (SELECT i, ${['k', 'l', 'm', 'n'].map(syllable).join(' || ')} AS name
         FROM generate_series(1, ${largeGroupOf(rows)}) AS i) AS groups`,
  `INSERT INTO "GroupRole" (id, "groupId", name, description, permissions, "order", kind, "isAddedOnJoin", "createdAt", "updatedAt")
   SELECT 'grol_01900000-0000-700' || part || '-8000-' || lpad(to_hex(i), 12, '0'), ${idWith('grp', 'i')}, name, '', permissions,
     place, kind, joining, ${WHEN}, ${WHEN}
   FROM generate_series(1, ${largeGroupOf(rows)}) AS i, ${ROLES}`,
  `INSERT INTO "GroupGallery" (id, "groupId", name, description, "createdAt", "updatedAt")
   SELECT ${idWith('ggal', 'i')}, ${idWith('grp', 'i')}, 'Pictures', 'What we have seen.', ${WHEN}, ${WHEN}
   FROM generate_series(1, ${largeGroupOf(rows)}) AS i`,
  `INSERT INTO "GroupMember" (id, "groupId", "userId", status, "createdAt", "joinedAt", "roleIds")
   SELECT DISTINCT ON (person, "group") 'gmem_' || md5(person || ':' || "group")::uuid, ${idWith('grp', '"group"')}, ${id('person')},
     'member', joined, joined, ${HELD}
   FROM (${MEMBERSHIPS(rows)}) AS membership ORDER BY person, "group", owner DESC`,
  `INSERT INTO "GroupMemberRole" ("roleId", "userId", "groupId", "joinedAt", "memberId")
   SELECT held, "userId", "groupId", "joinedAt", id FROM "GroupMember", unnest("roleIds") AS held`,
  `UPDATE "Group" AS g SET "memberCount" = counted.members
   FROM (SELECT "groupId", count(*)::int AS members FROM "GroupMember" GROUP BY 1) AS counted WHERE counted."groupId" = g.id`,
]
