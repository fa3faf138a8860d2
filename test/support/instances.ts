import { enterInstance } from '../../src/areas/instances/enter.ts'
import { leaveInstance } from '../../src/areas/instances/leave.ts'
import type { Instance } from '../../src/contract/shapes/instance.ts'
import type { UserId, WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import type { TestGroup } from './groups.ts'
import { viewerScopeOf } from './scopes.ts'
import type { TestUser } from './users.ts'

type InstanceOptions = Partial<{
  type: Instance['type']
  canRequestInvite: boolean
  ownerId: string
  region: 'us' | 'use'
  groupAccessType: 'members' | 'plus' | 'public'
  roleIds: string[]
  inviteOnly: boolean
  ageGate: boolean
  calendarEntryId: string
  queueEnabled: boolean
}>

/** Creates an instance as a user by REST. */
export const createInstanceAs = (
  { api }: TestUser,
  worldId: WorldId,
  wanted: InstanceOptions = {},
): Promise<Instance> => api.call('createInstance', { body: { type: 'public', region: 'us', ...wanted, worldId } })

/** Creates an instance of a group as a member by REST, and returns its location. */
export async function createGroupInstanceAs(
  person: TestUser,
  worldId: WorldId,
  { id: ownerId }: Pick<TestGroup, 'id'>,
  wanted: InstanceOptions = {},
): Promise<string> {
  const { location } = await createInstanceAs(person, worldId, { ...wanted, type: 'group', ownerId })
  return location
}

/** Enters an instance as a user, without an API. */
export const enterAs = (
  app: TestApp,
  person: { readonly id: UserId },
  location: string,
  platform = 'standalonewindows',
) => enterInstance(viewerScopeOf(app, person), location, platform)
/** Leaves the current instance as a user, without an API. */
export const leaveAs = (app: TestApp, person: { readonly id: UserId }) => leaveInstance(viewerScopeOf(app, person))

/** Tries to enter an instance; returns `in`, or the reason of the refusal. */
export const enterOutcome = (app: TestApp, person: { readonly id: UserId }, location: string): Promise<string> =>
  enterAs(app, person, location).then(
    () => 'in',
    (error: { reason?: string }) => error.reason ?? String(error),
  )

/** The location of a user in the database, or null. */
export const storedLocationOf = async (app: TestApp, { id }: { readonly id: UserId }): Promise<string | null> =>
  (await app.scope().db.occupant.findUnique({ where: { userId: id } }))?.location ?? null

/** Splits a location into the ids of world and instance. */
export function splitLocation(location: string) {
  const at = location.indexOf(':')
  return { worldId: location.slice(0, at), instanceId: location.slice(at + 1) }
}
