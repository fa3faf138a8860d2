import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, type WorldId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import {
  type GroupAccessType,
  type InstanceRegion,
  type InstanceType,
  type Location,
  placeAt,
} from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { readableByIds } from '../worlds/worlds.ts'
import { freeName, makeRow } from './making.ts'
import { mayEnterGroup } from './policy.ts'

/** What somebody wants of a new instance; what is left out is as clients expect it. */
export interface Wanted {
  readonly worldId: WorldId
  readonly type: InstanceType
  readonly region: InstanceRegion
  readonly ownerId?: string | null | undefined
  /** Makes a private one invite+; the other types do not know it. */
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

const CREATIONS: Limit = { name: 'create-instance', points: 300, window: 60 * 60 }

/**
 * Makes an instance under a new name. Throws `missing` for a world that can't be read or is hidden, `invalid` for
 * another owner and for a time of closing that is over, `forbidden` for what is a group's; `exhausted` after 300 in an
 * hour.
 */
export async function createInstance(scope: SignedScope, wanted: Wanted): Promise<Location> {
  const { worldId, closedAt } = wanted
  const ownerId = ownerOf(scope, wanted)
  if (closedAt && closedAt <= scope.now) throw invalid('closedAt', 'closedAt must lie ahead')
  const [world] = await readableByIds(scope, [worldId])
  if (!world || world.releaseStatus === 'hidden') throw noSuchWorld(worldId)
  await scope.limits.take(CREATIONS, scope.viewer.id)
  return transact(scope, async (open) => {
    const place = placeAt(worldId, tagsOf(wanted, ownerId, await freeName(open, worldId)))
    if (wanted.type === 'group' && !mayEnterGroup(open, place)) throw notTheGroups()
    await makeRow(open, place, choicesOf(wanted))
    return place
  })
}

const notTheGroups = () =>
  new Failure('forbidden', "You're not allowed to create instances for this group", { code: 'not_the_groups' })

function ownerOf({ viewer }: SignedScope, { type, ownerId = null }: Wanted): string | null {
  if (type === 'group') {
    if (ownerId === null || !isId('group', ownerId)) throw invalid('ownerId', 'ownerId must be the id of a group')
    return ownerId
  }
  if (ownerId && ownerId !== viewer.id) throw invalid('ownerId', 'ownerId must be your own')
  return type === 'public' ? null : viewer.id
}

const tagsOf = (wanted: Wanted, ownerId: string | null, name: string) => ({
  name,
  type: wanted.type,
  ownerId,
  canRequestInvite: wanted.type === 'private' && wanted.canRequestInvite === true,
  groupAccessType: wanted.type === 'group' ? (wanted.groupAccessType ?? 'members') : null,
  inviteOnly: wanted.type === 'group' && wanted.inviteOnly === true,
  ageGate: wanted.ageGate === true,
  strict: false,
  region: wanted.region,
  nonce: null,
})

/** What can be allowed in an instance or not. */
const SETTINGS = ['drones', 'emoji', 'pedestals', 'prints', 'props', 'stickers'] as const

const settingsOf = (given: Readonly<Record<string, unknown>>): Record<string, boolean> =>
  Object.fromEntries(SETTINGS.filter((name) => given[name] !== undefined).map((name) => [name, given[name] === true]))

const choicesOf = (wanted: Wanted) => ({
  queueEnabled: wanted.queueEnabled ?? false,
  displayName: wanted.displayName || null,
  calendarEntryId: wanted.calendarEntryId ?? null,
  contentSettings: settingsOf(wanted.contentSettings ?? {}),
  roleIds: [...(wanted.roleIds ?? [])],
  closedAt: wanted.closedAt ?? null,
  hardClose: wanted.hardClose ?? false,
  playerPersistenceEnabled: wanted.playerPersistenceEnabled ?? null,
  instancePersistenceEnabled: wanted.instancePersistenceEnabled ?? null,
})
