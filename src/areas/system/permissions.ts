import { Prisma } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { type ConditionalChange, changedSince, ifUnchanged } from '../../kernel/changedSince.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newId, type PermissionId, PLATFORM_USER_ID, type UserId } from '../../kernel/ids.ts'
import {
  assertAll,
  type InputRule,
  type JsonValidator,
  tellingAllFaults,
  validatedJson,
} from '../../kernel/inputFaults.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { characterCount } from '../../kernel/texts.ts'
import { isUniqueViolation } from '../../kernel/transaction.ts'
import { staffAct } from '../audit/staffAct.ts'
import { assignedPermissions, visiblePermissions } from './policy.ts'
import { isBaselinePermission } from './seed/ensureSeedData.ts'

export const WITH_OWNER = { owner: { select: { displayName: true } } } as const

/** A permission with the display name of its owner. */
export type PermissionWithOwner = Prisma.PermissionGetPayload<{ include: typeof WITH_OWNER }>

interface PermissionChange {
  readonly displayName?: string
  readonly description?: string
  /** A PermissionData of the REST API. */
  readonly data?: unknown
}

/** Changes of a permission; fields left out stay as they are. */
interface PermissionUpdate extends PermissionChange {
  readonly name?: string
  readonly ownerId?: UserId
}

export interface NewPermission extends PermissionChange {
  /** Lower case letters, digits and dashes; unique. */
  readonly name: string
  readonly displayName: string
  /** The platform's system account by default. */
  readonly ownerId?: UserId
}

const MAX_LISTED = 500
const MAX_TEXT_LENGTH = 1_000
const NAME_PATTERN = /^[a-z][a-z0-9-]{0,99}$/

/** Reads the permissions granted to the viewer, sorted by name. */
export const readAssignedPermissions = ({ db, viewer }: ViewerScope): Promise<PermissionWithOwner[]> =>
  db.permission.findMany({
    where: assignedPermissions(viewer),
    include: WITH_OWNER,
    orderBy: { name: 'asc' },
    take: MAX_LISTED,
  })

/** Which permissions to list. */
interface PermissionFilter {
  readonly ownerId?: UserId | undefined
}

/** Reads all permissions, sorted by name. Throws `forbidden` unless the viewer is an admin. */
export async function listPermissions(
  scope: Scope,
  { ownerId }: PermissionFilter,
  page: Partial<OffsetPage>,
): Promise<PermissionWithOwner[]> {
  assertStaff(scope, 'configuration', 'people')
  const { limit = MAX_LISTED, offset = 0 } = page
  return scope.db.permission.findMany({
    where: { ...(ownerId !== undefined && { ownerId }) },
    include: WITH_OWNER,
    orderBy: { name: 'asc' },
    take: limit,
    skip: offset,
  })
}

/** Throws `missing` for a permission that is not granted to the viewer, unless the viewer is an admin. */
export async function readPermission({ db, viewer }: ViewerScope, id: PermissionId): Promise<PermissionWithOwner> {
  const permission = await db.permission.findFirst({
    where: { id, ...visiblePermissions(viewer) },
    include: WITH_OWNER,
  })
  if (!permission) throw permissionNotFound()
  return permission
}

/** Throws `forbidden` unless the viewer is an admin, `invalid` for invalid fields, `conflict` if the name exists. */
export const createPermission = (
  scope: Scope,
  permission: NewPermission,
  validate: JsonValidator,
): Promise<PermissionWithOwner> =>
  tellingAllFaults(
    () => newPermissionRules(scope, permission, validate),
    () => createValidPermission(scope, permission, validate),
  )

/** The rules for what is given of a new permission. */
export const newPermissionRules = (
  scope: Scope,
  permission: Partial<NewPermission>,
  validate: JsonValidator,
): InputRule[] => {
  const { name, ownerId } = permission
  return [
    () => name !== undefined && assertName(name),
    () => name !== undefined && assertNameIsFree(scope, name),
    ...permissionRules(permission, validate),
    () => ownerId !== undefined && assertOwnerExists(scope, ownerId),
  ]
}

/** The rules for the update of a permission. */
export const permissionUpdateRules = (
  scope: Scope,
  { id, ...change }: PermissionUpdate & { readonly id?: PermissionId },
  validate: JsonValidator,
): InputRule[] => {
  const { name, ownerId } = change
  return [
    () => name !== undefined && assertName(name),
    () => name !== undefined && id !== undefined && assertCanRename(scope, id, name),
    ...permissionRules(change, validate),
    () => ownerId !== undefined && assertOwnerExists(scope, ownerId),
  ]
}

/** Throws `conflict` for a name that another permission has, and for another name of one that clients know by its name. */
async function assertCanRename({ db }: Scope, id: PermissionId, name: string): Promise<void> {
  const current = await db.permission.findUnique({ where: { id }, select: { name: true } })
  if (!current || current.name === name) return
  if (isBaselinePermission(current.name)) throw nameProtected(current.name)
  if ((await db.permission.count({ where: { name } })) > 0) throw nameTaken()
}

/** The rules for what is given of any permission. */
const permissionRules = (
  { displayName, description, data }: PermissionChange,
  validate: JsonValidator,
): InputRule[] => [
  () => assertText('displayName', displayName),
  () => assertText('description', description),
  () => data !== undefined && validatedJson('data', data, validate),
]

async function assertNameIsFree({ db }: Scope, name: string): Promise<void> {
  if ((await db.permission.count({ where: { name } })) > 0) throw nameTaken()
}

async function assertOwnerExists({ db }: Scope, id: UserId): Promise<void> {
  if ((await db.user.count({ where: { id } })) === 0) throw ownerNotFound(id)
}

const nameTaken = () =>
  new Failure('conflict', 'name: this permission exists already', { reason: 'already_exists', field: 'name' })
const nameProtected = (name: string) =>
  new Failure('conflict', `name must stay ${name}: clients know the permission by it`, {
    reason: 'permission_protected',
    field: 'name',
  })
const ownerNotFound = (id: UserId) => invalid('ownerId', `ownerId: User ${id} not found`, 'unknown_reference')

function assertName(name: string): void {
  if (!NAME_PATTERN.test(name))
    throw invalid('name', 'name: 1 to 100 lower case letters, digits and dashes', {
      reason: 'invalid_characters',
      min: 1,
      max: 100,
    })
}

async function createValidPermission(
  scope: Scope,
  permission: NewPermission,
  validate: JsonValidator,
): Promise<PermissionWithOwner> {
  const { name, displayName, ownerId = PLATFORM_USER_ID } = permission
  assertName(name)
  const texts = { displayName, description: '', ...parseTexts(permission) }
  const data = validatedJson('data', permission.data ?? {}, validate)
  return staffAct(scope, 'createPermission', async ({ db, now }) => {
    const id = newId('permission', now)
    const row = { id, name, ...texts, data, ownerId, createdAt: now, updatedAt: now }
    const result = await db.permission.create({ data: row, include: WITH_OWNER })
    return { subjectId: id, details: { ownerId }, result }
  }).catch((error: unknown) => rethrowConflicts(error, ownerId))
}

/** The rules are checked without a lock, so that another act may have taken the name or erased the owner since. */
function rethrowConflicts(error: unknown, ownerId: UserId): never {
  if (isUniqueViolation(error)) throw nameTaken()
  if (isForeignKeyViolation(error)) throw ownerNotFound(ownerId)
  throw error
}

/**
 * Changes a permission. Throws `forbidden` unless the viewer is an admin, `invalid` for invalid fields, `missing` for an
 * unknown id, `conflict` for the name of another, for another name of a permission that clients know by its name, and for one
 * that was changed since.
 */
export const updatePermission = (
  scope: Scope,
  { id, ...change }: PermissionUpdate & ConditionalChange & { readonly id: PermissionId },
  validate: JsonValidator,
): Promise<PermissionWithOwner> =>
  staffAct(scope, 'updatePermission', async (tx) => {
    await assertAll(permissionUpdateRules(tx, { id, ...change }, validate))
    const { name, ownerId } = change
    const data = {
      ...parseTexts(change),
      ...(name !== undefined && { name }),
      ...(ownerId !== undefined && { ownerId }),
      ...(change.data !== undefined && { data: validatedJson('data', change.data, validate) }),
    }
    const where = { id, ...ifUnchanged(change) }
    const { count } = await tx.db.permission.updateMany({ where, data: { ...data, updatedAt: tx.now } })
    if (count === 0) throw (await tx.db.permission.count({ where: { id } })) > 0 ? changedSince() : permissionNotFound()
    const result = await tx.db.permission.findUniqueOrThrow({ where: { id }, include: WITH_OWNER })
    return { subjectId: id, result }
  }).catch((error: unknown) => rethrowConflicts(error, change.ownerId ?? PLATFORM_USER_ID))

export const permissionNotFound = () =>
  new Failure('missing', 'Permission not found', { reason: 'permission_not_found' })

function assertText(field: string, text: string | undefined): void {
  if (text !== undefined && (characterCount(text) > MAX_TEXT_LENGTH || text.includes('\0')))
    throw invalid(field, `${field}: at most ${MAX_TEXT_LENGTH} characters`, {
      reason: 'too_long',
      max: MAX_TEXT_LENGTH,
    })
}

function parseTexts({ displayName, description }: PermissionChange) {
  for (const [field, text] of Object.entries({ displayName, description })) assertText(field, text)
  return { ...(displayName !== undefined && { displayName }), ...(description !== undefined && { description }) }
}

const isForeignKeyViolation = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
