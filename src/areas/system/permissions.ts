import { Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newId, type PermissionId, type UserId } from '../../kernel/ids.ts'
import { tellingAllFaults } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { isUniqueViolation } from '../../kernel/transaction.ts'
import { adminAct } from '../audit/adminAct.ts'
import { PLATFORM_USER_ID } from '../users/systemUsers.ts'
import { type JsonValidator, validatedJson } from './jsonValidation.ts'
import { assignedPermissions, visiblePermissions } from './policy.ts'

const WITH_OWNER = { owner: { select: { displayName: true } } } as const

/** A permission with the display name of its owner. */
export type PermissionWithOwner = Prisma.PermissionGetPayload<{ include: typeof WITH_OWNER }>

export interface PermissionChange {
  readonly displayName?: string
  readonly description?: string
  /** A PermissionData of the REST API. */
  readonly data?: unknown
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
    () => [
      () => assertName(permission.name),
      () => assertText('displayName', permission.displayName),
      () => assertText('description', permission.description),
      () => validatedJson('data', permission.data ?? {}, validate),
    ],
    () => createValidPermission(scope, permission, validate),
  )

function assertName(name: string): void {
  if (!NAME_PATTERN.test(name))
    throw invalid('name', 'name: 1 to 100 lower case letters, digits and dashes', 'malformed')
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
  return adminAct(scope, 'createPermission', async ({ db, now }) => {
    const id = newId('permission', now)
    const row = { id, name, ...texts, data, ownerId, createdAt: now, updatedAt: now }
    const result = await db.permission.create({ data: row, include: WITH_OWNER })
    return { subjectId: id, details: { ownerId }, result }
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw new Failure('conflict', 'name: this permission exists already', { reason: 'already_exists', field: 'name' })
    if (isForeignKeyViolation(error))
      throw invalid('ownerId', `ownerId: User ${ownerId} not found`, 'unknown_reference')
    throw error
  })
}

export async function updatePermission(
  scope: Scope,
  { id, ...change }: PermissionChange & { id: PermissionId },
  validate: JsonValidator,
): Promise<PermissionWithOwner> {
  const data = change.data === undefined ? {} : { data: validatedJson('data', change.data, validate) }
  const fields = { ...parseTexts(change), ...data }
  return adminAct(scope, 'updatePermission', async ({ db, now }) => {
    const { count } = await db.permission.updateMany({ where: { id }, data: { ...fields, updatedAt: now } })
    if (count === 0) throw permissionNotFound()
    const result = await db.permission.findUniqueOrThrow({ where: { id }, include: WITH_OWNER })
    return { subjectId: id, result }
  })
}

export interface PermissionGrant {
  readonly permissionId: PermissionId
  readonly userId: UserId
}

/** Grants a permission to a user; idempotent. Throws `missing` for an unknown permission or user. */
export async function grantPermission(
  scope: Scope,
  { permissionId, userId }: PermissionGrant,
): Promise<PermissionWithOwner> {
  return adminAct(scope, 'grantPermission', async ({ db, now }) => {
    const grant = { permissionId, userId, grantedAt: now }
    await db.permissionGrant.createMany({ data: [grant], skipDuplicates: true })
    const result = await db.permission.findUniqueOrThrow({ where: { id: permissionId }, include: WITH_OWNER })
    return { subjectId: userId, details: { permissionId }, result }
  }).catch((error: unknown) => {
    if (isForeignKeyViolation(error))
      throw new Failure('missing', 'Permission or user not found', { reason: 'permission_not_found' })
    throw error
  })
}

/** Throws `missing` if the user doesn't have the permission. */
export const revokePermission = (scope: Scope, { permissionId, userId }: PermissionGrant): Promise<void> =>
  adminAct(scope, 'revokePermission', async ({ db }) => {
    const { count } = await db.permissionGrant.deleteMany({ where: { permissionId, userId } })
    if (count === 0) throw permissionNotFound()
    return { subjectId: userId, details: { permissionId } }
  })

const permissionNotFound = () => new Failure('missing', 'Permission not found', { reason: 'permission_not_found' })

function assertText(field: string, text: string | undefined): void {
  if (text !== undefined && (text.length > MAX_TEXT_LENGTH || text.includes('\0')))
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
