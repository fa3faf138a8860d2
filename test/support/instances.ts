import { enterInstance } from '../../src/areas/instances/entering.ts'
import { leaveInstance } from '../../src/areas/instances/leaving.ts'
import type { Instance } from '../../src/contract/shapes/instance.ts'
import type { UserId, WorldId } from '../../src/kernel/ids.ts'
import type { SignedScope } from '../../src/kernel/scope.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'
import { acting } from './scopes.ts'

type Wanted = Partial<{ type: Instance['type']; canRequestInvite: boolean; ownerId: string; region: 'us' | 'use' }>

/** An instance that the person has made, as the person is told of it. */
export const made = ({ api }: Person, worldId: WorldId, wanted: Wanted = {}): Promise<Instance> =>
  api.call('createInstance', { body: { type: 'public', region: 'us', ...wanted, worldId } })

/** The scope in which somebody acts behind the doors. */
export function signedAs(app: TestApp, person: { readonly id: UserId }): SignedScope {
  const scope = acting(app, person)()
  if (!scope.viewer) throw new Error('nobody acts')
  return { ...scope, viewer: scope.viewer }
}

/** Somebody enters an instance, and leaves. */
export const enter = (
  app: TestApp,
  person: { readonly id: UserId },
  location: string,
  platform = 'standalonewindows',
) => enterInstance(signedAs(app, person), location, platform)
export const leave = (app: TestApp, person: { readonly id: UserId }) => leaveInstance(signedAs(app, person))

/** How somebody fares who enters: `in`, or the code of the refusal. */
export const faring = (app: TestApp, person: { readonly id: UserId }, location: string): Promise<string> =>
  enter(app, person, location).then(
    () => 'in',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** Where somebody is, as it is written down. */
export const placeOf = async (app: TestApp, { id }: { readonly id: UserId }): Promise<string | null> =>
  (await app.scope().db.occupant.findUnique({ where: { userId: id } }))?.location ?? null

/** Splits a location into what paths are made of. */
export function partsOf(location: string) {
  const at = location.indexOf(':')
  return { worldId: location.slice(0, at), instanceId: location.slice(at + 1) }
}
