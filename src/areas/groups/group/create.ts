import { randomInt } from 'node:crypto'
import { isAdmin } from '../../../kernel/access.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { lockPeople } from '../locks.ts'
import { changeMembership } from '../membership/changeMembership.ts'
import { ROLE_TEMPLATES, type RoleTemplate, type RoleTemplateName, startingRoles } from '../roles/templates.ts'
import { assertCanJoinMore, assertSubscriber, MAX_OWNED_GROUPS } from '../subscription.ts'
import { groupNameFields, groupTextRules, parseShortCode } from './fields.ts'
import { assertOwnImage } from './images.ts'

interface NewGroup {
  readonly name: string
  readonly shortCode: string
  readonly description?: string | undefined
  readonly joinState?: 'open' | 'request' | 'invite' | 'closed' | undefined
  readonly privacy?: 'default' | 'private' | undefined
  readonly roleTemplate: RoleTemplateName
  readonly iconId?: string | null | undefined
  readonly bannerId?: string | null | undefined
}

const CREATION_LIMIT: RateLimit = { name: 'group-creation', points: 20, window: 24 * 60 * 60 }

/**
 * Creates a group with the roles of a template, owned by the viewer. Throws `forbidden` without a subscription, for the
 * sixth own group and for too many joined ones; `invalid` for bad fields, images of others and a short code without a free
 * number; `exhausted` after 20 a day.
 */
export const createGroup = (scope: ViewerScope, group: NewGroup): Promise<GroupId> =>
  tellingAllFaults(
    () => groupRules(scope, group),
    async () => {
      await assertSubscriber(scope, 'You need a subscription to create a group.')
      for (const rule of groupRules(scope, group)) await rule()
      await scope.limits.take(CREATION_LIMIT, scope.viewer.id)
      return transact(scope, (tx) => insertGroup(tx, group))
    },
  )

/** The rules for what is given of a group. */
export const groupRules = (scope: ViewerScope, group: Partial<NewGroup>): InputRule[] => [
  ...groupTextRules(group),
  () => group.iconId && assertOwnImage(scope, 'iconId', group.iconId, scope.viewer.id),
  () => group.bannerId && assertOwnImage(scope, 'bannerId', group.bannerId, scope.viewer.id),
]

async function insertGroup(tx: ViewerScope & InTransaction, group: NewGroup): Promise<GroupId> {
  const { db, viewer, now } = tx
  await lockPeople(tx, [viewer.id])
  await assertCanOwnMore(tx, viewer.id)
  await assertCanJoinMore(tx, viewer.id)
  const id = newId('group', now)
  const template: RoleTemplate = ROLE_TEMPLATES[group.roleTemplate]
  const row = await db.group.create({
    data: {
      id,
      ...groupNameFields(group.name),
      ...(await drawGroupCode(tx, id, parseShortCode(group.shortCode))),
      description: group.description ?? '',
      privacy: group.privacy ?? 'default',
      joinState: group.joinState ?? template.joinState,
      iconId: group.iconId ?? null,
      bannerId: group.bannerId ?? null,
      ownerId: viewer.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  const ownerRoleId = await insertRoles(tx, id, template)
  await changeMembership(tx, { group: row, userId: viewer.id, member: null, status: 'none' }, 'member')
  await db.groupMemberRole.create({ data: { roleId: ownerRoleId, userId: viewer.id, groupId: id } })
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId: id,
    eventType: 'group.create',
    targetId: id,
    description: `Group ${row.name} created by ${nameOf(viewer.id)}.`,
    data: {
      name: row.name,
      shortCode: row.shortCode,
      discriminator: row.discriminator,
      privacy: row.privacy,
      joinState: row.joinState,
    },
  })
  return id
}

/** Throws `forbidden` for a person who owns five groups, unless an admin of the platform. The caller has locked the person. */
async function assertCanOwnMore(scope: ViewerScope & InTransaction, userId: string): Promise<void> {
  const owned = await scope.db.group.count({ where: { ownerId: userId, deletedAt: null } })
  if (owned >= MAX_OWNED_GROUPS && !(scope.viewer.id === userId && isAdmin(scope)))
    throw new Failure('forbidden', 'You own too many groups.', { reason: 'too_many_groups' })
}

/** A short code and the number that tells groups of one code apart. */
interface GroupCode {
  readonly shortCode: string
  readonly discriminator: string
}

const DISCRIMINATORS = 10_000
const DRAWS = 20

/**
 * Gives a group a short code with a random discriminator that no group had before. Throws `invalid` when no discriminator
 * is free.
 */
export async function drawGroupCode(tx: InTransaction, groupId: string, shortCode: string): Promise<GroupCode> {
  const { db, sql } = tx
  const candidates = Array.from({ length: DRAWS }, () => numberText(randomInt(DISCRIMINATORS)))
  // A number after the last draw, for a short code of which few are left.
  const [taken] = await sql<{ readonly discriminator: string }>`
    INSERT INTO "GroupCode" ("shortCode", discriminator, "groupId")
    SELECT ${shortCode}, number, ${groupId} FROM (
      SELECT number, place FROM unnest(${candidates}::text[]) WITH ORDINALITY AS draw(number, place)
      UNION ALL SELECT lpad(n::text, 4, '0'), ${DRAWS} + 1 + n FROM generate_series(0, ${DISCRIMINATORS - 1}) AS n
    ) AS candidate
    WHERE NOT EXISTS (SELECT FROM "GroupCode" WHERE "shortCode" = ${shortCode} AND discriminator = number)
    ORDER BY place LIMIT 1
    ON CONFLICT DO NOTHING
    RETURNING discriminator`
  if (taken) return { shortCode, discriminator: taken.discriminator }
  if ((await db.groupCode.count({ where: { shortCode } })) >= DISCRIMINATORS)
    throw invalid('shortCode', 'shortCode is taken', 'short_code_taken')
  return drawGroupCode(tx, groupId, shortCode)
}

const numberText = (number: number) => String(number).padStart(4, '0')

/** Inserts the roles of a template, and returns the id of the owner's role. */
async function insertRoles({ db, now }: ViewerScope & InTransaction, groupId: string, template: RoleTemplate) {
  const row = { groupId, createdAt: now, updatedAt: now }
  const roles = startingRoles(template).map((role) => ({ ...role, ...row, id: newId('groupRole', now) }))
  await db.groupRole.createMany({ data: roles })
  const owners = roles.find(({ kind }) => kind === 'owner')
  if (!owners) throw new Error('a group begins without the role of its owner')
  return owners.id
}
