import { invalid } from '../../kernel/failure.ts'
import { isId, trusted, type WorldId } from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import {
  type GroupAccessType,
  type InstanceRegion,
  type InstanceType,
  type Location,
  locationOf,
} from '../../kernel/location.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { worldNotFound } from '../worlds/policy.ts'
import { findOpenWorld } from '../worlds/world/read.ts'
import { instancesChanged } from './events.ts'
import { createGroupInstance } from './group/create.ts'
import { insertInstance, reserveInstanceName } from './insert.ts'

export interface NewInstance {
  readonly worldId: WorldId
  readonly type: InstanceType
  readonly region: InstanceRegion
  readonly ownerId?: string | null | undefined
  /** Whether others can request an invite. For private instances only. */
  readonly canRequestInvite?: boolean | undefined
  readonly groupAccessType?: GroupAccessType | undefined
  readonly inviteOnly?: boolean | undefined
  readonly ageGate?: boolean | undefined
  readonly displayName?: string | null | undefined
  readonly queueEnabled?: boolean | undefined
  readonly calendarEntryId?: string | undefined
  readonly contentSettings?: Readonly<Record<string, unknown>> | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly closedAt?: Date | undefined
  readonly hardClose?: boolean | undefined
  readonly playerPersistenceEnabled?: boolean | null | undefined
  readonly instancePersistenceEnabled?: boolean | null | undefined
}

const CREATE_INSTANCE_LIMIT: RateLimit = { name: 'create-instance', points: 300, window: 60 * 60 }

/**
 * Creates an instance with a new name. Throws `missing` for a world that can't be read or is hidden, `invalid` for another
 * owner, a past closing time, roles of other groups and a kind that the group can't have; `forbidden` without the right in
 * the group and for its 51st open one; `exhausted` after 300 in an hour.
 */
export const createInstance = (scope: ViewerScope, request: NewInstance): Promise<Location> =>
  tellingAllFaults(
    () => instanceRules(scope, request),
    () => createValidInstance(scope, request),
  )

/** The rules for what is given of an instance. */
export const instanceRules = (scope: ViewerScope, request: Partial<NewInstance>): InputRule[] => [
  () => request.type !== undefined && ownerIdOf(scope, { type: request.type, ownerId: request.ownerId }),
  () => assertAhead(scope, request.closedAt),
  () => assertEventOfGroup(request),
]

function assertEventOfGroup({ type, calendarEntryId }: Partial<NewInstance>): void {
  if (calendarEntryId !== undefined && type !== undefined && type !== 'group')
    throw invalid(
      'calendarEntryId',
      'calendarEntryId must only be given for an instance of a group',
      'wrong_combination',
    )
}

function assertAhead({ now }: ViewerScope, closedAt: Date | undefined): void {
  if (closedAt && closedAt <= now) throw invalid('closedAt', 'closedAt must lie ahead', 'in_past')
}

async function createValidInstance(scope: ViewerScope, request: NewInstance): Promise<Location> {
  const { worldId, closedAt } = request
  const ownerId = ownerIdOf(scope, request)
  assertAhead(scope, closedAt)
  assertEventOfGroup(request)
  if (!(await findOpenWorld(scope, worldId))) throw worldNotFound(worldId)
  await scope.limits.take(CREATE_INSTANCE_LIMIT, scope.viewer.id)
  const insert = async (tx: ViewerScope & InTransaction, wanted: NewInstance, eventClosesAt: Date | null = null) => {
    const place = locationOf(worldId, instanceTagsOf(wanted, ownerId, await reserveInstanceName(tx, worldId)))
    const closing = eventClosesAt && { eventClosesAt, closedAt: eventClosesAt, hardClose: true }
    await insertInstance(tx, place, { ...instanceOptionsOf(wanted), ...closing })
    tx.emit(instancesChanged(worldId))
    return place
  }
  if (request.type !== 'group') return transact(scope, (tx) => insert(tx, request))
  const wanted = { groupId: trusted<'group'>(ownerId ?? ''), ...groupKindOf(request) }
  return createGroupInstance(scope, wanted, (tx, { roleIds, inviteOnly, eventClosesAt }) =>
    insert(tx, { ...request, roleIds, inviteOnly }, eventClosesAt),
  )
}

/** What decides who can create and enter an instance of a group: roles imply that others can't enter. */
const groupKindOf = ({ groupAccessType, inviteOnly, ageGate, calendarEntryId, roleIds = [] }: NewInstance) => ({
  groupAccessType: groupAccessType ?? 'members',
  inviteOnly: inviteOnly === true || roleIds.length > 0,
  ageGate: ageGate === true,
  calendarEntryId: calendarEntryId ?? null,
  roleIds: [...new Set(roleIds)],
})

function ownerIdOf(
  { viewer }: ViewerScope,
  { type, ownerId = null }: Pick<NewInstance, 'type' | 'ownerId'>,
): string | null {
  if (type === 'group') {
    if (ownerId === null || !isId('group', ownerId))
      throw invalid('ownerId', 'ownerId must be the id of a group', 'not_an_id')
    return ownerId
  }
  if (ownerId && ownerId !== viewer.id) throw invalid('ownerId', 'ownerId must be your own', 'unknown_reference')
  return type === 'public' ? null : viewer.id
}

const instanceTagsOf = (request: NewInstance, ownerId: string | null, name: string) => ({
  name,
  type: request.type,
  ownerId,
  canRequestInvite: request.type === 'private' && request.canRequestInvite === true,
  groupAccessType: request.type === 'group' ? groupKindOf(request).groupAccessType : null,
  inviteOnly: request.type === 'group' && groupKindOf(request).inviteOnly,
  ageGate: request.ageGate === true,
  strict: false,
  region: request.region,
  nonce: null,
})

/** Kinds of content that an instance allows or not. */
const CONTENT_SETTINGS = ['drones', 'emoji', 'pedestals', 'prints', 'props', 'stickers'] as const

const contentSettingsOf = (settings: Readonly<Record<string, unknown>>): Record<string, boolean> =>
  Object.fromEntries(
    CONTENT_SETTINGS.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name] === true]),
  )

const instanceOptionsOf = (request: NewInstance) => ({
  queueEnabled: request.queueEnabled ?? false,
  displayName: request.displayName || null,
  calendarEntryId: request.calendarEntryId ?? null,
  contentSettings: contentSettingsOf(request.contentSettings ?? {}),
  roleIds: request.type === 'group' ? groupKindOf(request).roleIds : [],
  closedAt: request.closedAt ?? null,
  hardClose: request.hardClose ?? false,
  playerPersistenceEnabled: request.playerPersistenceEnabled ?? null,
  instancePersistenceEnabled: request.instancePersistenceEnabled ?? null,
})
