import { Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newId, type PermissionId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { isDuplicate, transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { PLATFORM_USER_ID } from '../users/platformUser.ts'
import { permissionChanged, permissionGranted, permissionRevoked } from './events.ts'
import { checkedJson, type Fault } from './json.ts'
import { assignedTo, visiblePermissions } from './policy.ts'

const OWNER = { owner: { select: { displayName: true } } } as const

/** A permission with the name of the account that owns it. */
export type OwnedPermission = Prisma.PermissionGetPayload<{ include: typeof OWNER }>

export interface PermissionChange {
  readonly displayName?: string
  readonly description?: string
  /** What the permission brings with it: the `data` of a Permission of the wire. */
  readonly data?: unknown
}

export interface NewPermission extends PermissionChange {
  /** Lower case letters, digits and dashes; unique. */
  readonly name: string
  readonly displayName: string
  /** The platform's own account when left out. */
  readonly ownerId?: UserId
}

const MOST = 500
const LONGEST_TEXT = 1_000
const NAME = /^[a-z][a-z0-9-]{0,99}$/

/** The permissions that were granted to the viewer, by name. */
export const readAssignedPermissions = ({ db, viewer }: SignedScope): Promise<OwnedPermission[]> =>
  db.permission.findMany({ where: assignedTo(viewer), include: OWNER, orderBy: { name: 'asc' }, take: MOST })

/** Throws `missing` for a permission that was not granted to the viewer, unless he is an admin. */
export async function readPermission({ db, viewer }: SignedScope, id: PermissionId): Promise<OwnedPermission> {
  const permission = await db.permission.findFirst({ where: { id, ...visiblePermissions(viewer) }, include: OWNER })
  if (!permission) throw noSuchPermission()
  return permission
}

/** Throws `forbidden` for anybody but an admin, `invalid` for malformed input, `conflict` when the name is taken. */
export async function createPermission(scope: Scope, wanted: NewPermission, fault: Fault): Promise<OwnedPermission> {
  requireAdmin(scope)
  const { name, displayName, ownerId = PLATFORM_USER_ID } = wanted
  if (!NAME.test(name)) throw invalid('name', 'name: 1 to 100 lower case letters, digits and dashes')
  const texts = { displayName, description: '', ...checkedTexts(wanted) }
  const data = checkedJson('data', wanted.data ?? {}, fault)
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    const id = newId('permission', now)
    emit(permissionChanged(id))
    await audit(open, { act: 'createPermission', subjectId: id, details: { ownerId } })
    const row = { id, name, ...texts, data, ownerId, createdAt: now, updatedAt: now }
    return db.permission.create({ data: row, include: OWNER })
  }).catch((error: unknown) => {
    if (isDuplicate(error)) throw new Failure('conflict', 'name: this permission exists already', { field: 'name' })
    if (pointsNowhere(error)) throw invalid('ownerId', `ownerId: User ${ownerId} not found`)
    throw error
  })
}

export async function updatePermission(
  scope: Scope,
  { id, ...change }: PermissionChange & { id: PermissionId },
  fault: Fault,
): Promise<OwnedPermission> {
  requireAdmin(scope)
  const data = change.data === undefined ? {} : { data: checkedJson('data', change.data, fault) }
  const fields = { ...checkedTexts(change), ...data }
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    const { count } = await db.permission.updateMany({ where: { id }, data: { ...fields, updatedAt: now } })
    if (count === 0) throw noSuchPermission()
    emit(permissionChanged(id))
    await audit(open, { act: 'updatePermission', subjectId: id })
    return db.permission.findUniqueOrThrow({ where: { id }, include: OWNER })
  })
}

export interface Grant {
  readonly permissionId: PermissionId
  readonly userId: UserId
}

/** Grants a permission to a person; once more changes nothing. Throws `missing` for an unknown permission or person. */
export async function grantPermission(scope: Scope, { permissionId, userId }: Grant): Promise<OwnedPermission> {
  requireAdmin(scope)
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    const grant = { permissionId, userId, grantedAt: now }
    const { count } = await db.permissionGrant.createMany({ data: [grant], skipDuplicates: true })
    if (count > 0) emit(permissionGranted(permissionId, userId))
    await audit(open, { act: 'grantPermission', subjectId: userId, details: { permissionId } })
    return db.permission.findUniqueOrThrow({ where: { id: permissionId }, include: OWNER })
  }).catch((error: unknown) => {
    if (pointsNowhere(error)) throw new Failure('missing', 'Permission or user not found')
    throw error
  })
}

/** Throws `missing` when the person does not have the permission. */
export async function revokePermission(scope: Scope, { permissionId, userId }: Grant): Promise<void> {
  requireAdmin(scope)
  await transact(scope, async (open) => {
    const { count } = await open.db.permissionGrant.deleteMany({ where: { permissionId, userId } })
    if (count === 0) throw noSuchPermission()
    open.emit(permissionRevoked(permissionId, userId))
    await audit(open, { act: 'revokePermission', subjectId: userId, details: { permissionId } })
  })
}

const noSuchPermission = () => new Failure('missing', 'Permission not found')

function checkedTexts({ displayName, description }: PermissionChange) {
  for (const [field, text] of Object.entries({ displayName, description })) {
    const wrong = text !== undefined && (text.length > LONGEST_TEXT || text.includes('\0'))
    if (wrong) throw invalid(field, `${field}: at most ${LONGEST_TEXT} characters`)
  }
  return { ...(displayName !== undefined && { displayName }), ...(description !== undefined && { description }) }
}

/** Whether a write failed because it names a row that is not there. */
const pointsNowhere = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
