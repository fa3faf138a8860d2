import type { LicenseGroup, LicenseGroupMember, Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { assertAll, assertDistinct, assertEntries, type InputRule } from '../../../kernel/inputFaults.ts'
import { MAX_LICENSE_GROUP_DEPTH } from '../../../kernel/licenseGroups.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { characterCount } from '../../../kernel/texts.ts'
import { type InTransaction, isUniqueViolation } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { licenseGroupNotFound } from '../policy.ts'
import { LICENSE_JOB, markWornAvatars } from './grants.ts'

type GroupLicense = Pick<LicenseGroupMember, 'forType' | 'forId' | 'forAction'>

interface LicenseGroupInput {
  /** The group to change; omitted for a new one. */
  readonly id?: string | undefined
  readonly name: string
  readonly description?: string | undefined
  /** All licenses of the group, which replace the former ones. */
  readonly licenses: readonly GroupLicense[]
}

const MAX_LICENSES = 500
const MAX_DESCRIPTION = 1_000
const NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/

/** A license group. Throws `missing`. */
export async function readLicenseGroup({ db }: Pick<Scope, 'db'>, id: string): Promise<LicenseGroup> {
  const group = await db.licenseGroup.findUnique({ where: { id } })
  if (!group) throw licenseGroupNotFound()
  return group
}

const BY_NAME = ['name'] as const

/** A page of license groups by name, for the staff, whom the caller has checked. */
export const readLicenseGroups = ({ db }: Pick<Scope, 'db'>, page: KeysetPage<TextKey>): Promise<LicenseGroup[]> =>
  db.licenseGroup.findMany({
    where: { AND: keysetWhere(page, BY_NAME) },
    orderBy: keysetOrder(page, BY_NAME),
    take: page.limit,
  })

/** The number of license groups. */
export const countLicenseGroups = ({ db }: Pick<Scope, 'db'>): Promise<number> => db.licenseGroup.count()

/** The rules for what is given of a license group. */
export const licenseGroupRules = ({ name, description, licenses }: Partial<LicenseGroupInput>): InputRule[] => [
  () => {
    if (name !== undefined && !NAME_PATTERN.test(name))
      throw invalid('name', 'name: 1 to 64 lower case letters, digits and dashes', {
        reason: 'invalid_characters',
        min: 1,
        max: 64,
      })
  },
  () => {
    if (description !== undefined && characterCount(description) > MAX_DESCRIPTION)
      throw invalid('description', `description: at most ${MAX_DESCRIPTION} characters`, {
        reason: 'too_long',
        max: MAX_DESCRIPTION,
      })
  },
  () => licenses !== undefined && assertLicenses(licenses),
]

function assertLicenses(licenses: readonly GroupLicense[]): void {
  if (licenses.length > MAX_LICENSES)
    throw invalid('licenses', `licenses: at most ${MAX_LICENSES}`, { reason: 'too_many_entries', max: MAX_LICENSES })
  const keys = licenses.map(({ forType, forId, forAction }) => `${forType} ${forId} ${forAction}`)
  assertDistinct('licenses', keys, 'licenses: the same license twice')
}

/**
 * Makes a license group, or replaces what one contains; a job brings the change to all holders. Throws `forbidden` unless the
 * viewer is an admin, `missing` for an unknown group, `conflict` for a name that another one has, `invalid` for licenses of what
 * does not exist, and for groups that would contain themselves or be nested too deep.
 */
export async function setLicenseGroup(scope: Scope, input: LicenseGroupInput): Promise<LicenseGroup> {
  await assertAll(licenseGroupRules(input))
  const group = await staffAct(scope, 'setLicenseGroup', async (tx) => {
    await lockAdvisory(tx, 'licenseGroups', 'all')
    await assertLicensesExist(tx, input.licenses)
    const result = await storeGroup(tx, input)
    await assertNesting(tx)
    return { subjectId: result.id, details: { name: input.name, licenses: input.licenses.length }, result }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken() : error
  })
  await scope.jobs.send(LICENSE_JOB)
  return group
}

const nameTaken = () =>
  new Failure('conflict', 'name: this license group exists already', { reason: 'already_exists', field: 'name' })

async function storeGroup(
  tx: Scope & InTransaction,
  { id, name, description, licenses }: LicenseGroupInput,
): Promise<LicenseGroup> {
  const { db, now } = tx
  if (id !== undefined && (await db.licenseGroup.count({ where: { id } })) === 0) throw licenseGroupNotFound()
  const licenseGroupId = id ?? newId('licenseGroup', now)
  const fields = { name, ...(description !== undefined && { description }), changedAt: now, updatedAt: now }
  const group = await db.licenseGroup.upsert({
    where: { id: licenseGroupId },
    create: { id: licenseGroupId, createdAt: now, ...fields },
    update: fields,
  })
  const former = await db.licenseGroupMember.findMany({ where: { licenseGroupId } })
  await db.licenseGroupMember.deleteMany({ where: { licenseGroupId } })
  await db.licenseGroupMember.createMany({
    data: licenses.map(({ forType, forId, forAction }) => ({ licenseGroupId, forType, forId, forAction })),
  })
  const isKept = ({ forId }: GroupLicense) => licenses.some((license) => license.forId === forId)
  await markWornAvatars(
    tx,
    former.filter((license) => !isKept(license)),
  )
  return group
}

/** Throws `invalid` for a license of something that does not exist. Avatars are not kept here, so that only their ids are checked. */
async function assertLicensesExist({ db }: Scope, licenses: readonly GroupLicense[]): Promise<void> {
  const idsOf = (type: string) => licenses.filter(({ forType }) => forType === type).map(({ forId }) => forId)
  const among = (type: string) =>
    ({ where: { id: { in: idsOf(type) } }, select: { id: true } }) satisfies Prisma.PermissionFindManyArgs
  const [permissions, products, groups] = await Promise.all([
    db.permission.findMany(among('permission')),
    db.product.findMany(among('product')),
    db.licenseGroup.findMany(among('licenseGroup')),
  ])
  const known = new Set([...permissions, ...products, ...groups].map(({ id }) => id))
  assertEntries(licenses, {
    field: 'licenses',
    isValid: ({ forType, forId }) => (forType === 'avatar' ? isId('avatar', forId) : known.has(forId)),
    message: ({ forType, forId }) => `licenses: there is no ${forType} ${forId}`,
    reason: 'unknown_reference',
  })
}

/** Throws `invalid` if a group is in itself, or groups are nested too deep. The caller holds the lock of all groups. */
async function assertNesting({ db }: Scope): Promise<void> {
  const members = await db.licenseGroupMember.findMany({ where: { forType: 'licenseGroup' } })
  const nestings = members.map(({ licenseGroupId: outerId, forId: innerId }) => ({ outerId, innerId }))
  const depths = [...new Set(nestings.map(({ outerId }) => outerId))].map((id) => nestingDepth(id, nestings))
  const depth = Math.max(0, ...depths)
  if (depth === Number.POSITIVE_INFINITY)
    throw invalid('licenses', 'licenses: a group cannot contain itself', 'wrong_combination')
  if (depth > MAX_LICENSE_GROUP_DEPTH)
    throw invalid('licenses', `licenses: groups can be nested ${MAX_LICENSE_GROUP_DEPTH} deep`, {
      reason: 'too_large',
      max: MAX_LICENSE_GROUP_DEPTH,
    })
}

/** That a license group contains another. */
interface Nesting {
  readonly outerId: string
  readonly innerId: string
}

/**
 * How many groups are in one another at most, the outermost counted, of those that begin with a group; Infinity if a group is in
 * itself. Pure.
 */
export function nestingDepth(groupId: string, nestings: readonly Nesting[]): number {
  const inner = new Map<string, string[]>()
  for (const { outerId, innerId } of nestings) inner.set(outerId, [...(inner.get(outerId) ?? []), innerId])
  const depths = new Map<string, number>()
  const depthOf = (id: string, path: ReadonlySet<string>): number => {
    if (path.has(id)) return Number.POSITIVE_INFINITY
    const known = depths.get(id)
    if (known !== undefined) return known
    const within = new Set([...path, id])
    const depth = 1 + Math.max(0, ...(inner.get(id) ?? []).map((next) => depthOf(next, within)))
    depths.set(id, depth)
    return depth
  }
  return depthOf(groupId, new Set())
}
