import * as oldSdk from 'vrchat-1'
import type { TestApp } from '../support/app.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** Creates clients of version 1 of the public SDK, changed only in their address, and records which methods were called. */
export function oldSdkFor({ origin }: Pick<TestApp, 'origin'>) {
  const called = new Set<string>()
  /** A client of an API of the SDK with the headers of a session. */
  const clientOf = <A extends object>(
    Api: new (configuration: oldSdk.Configuration) => A,
    headers: Record<string, string>,
  ): A => {
    // Its cookie jar is one for all clients of a process.
    const baseOptions = { jar: false, headers: { 'user-agent': 'plaza-tests/1.0 tests@plaza.test', ...headers } }
    const client = new Api(new oldSdk.Configuration({ basePath: `${origin}/api/1`, baseOptions }))
    return new Proxy(client, {
      get(target, name, receiver) {
        called.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
  }
  /** A client of each API with the session of a person. */
  const clientsOf = (person: TestUser) => {
    const headers = { cookie: `auth=${person.api.cookies.get('auth')}` }
    return {
      auth: clientOf(oldSdk.AuthenticationApi, headers),
      avatars: clientOf(oldSdk.AvatarsApi, headers),
      favorites: clientOf(oldSdk.FavoritesApi, headers),
      files: clientOf(oldSdk.FilesApi, headers),
      friends: clientOf(oldSdk.FriendsApi, headers),
      groups: clientOf(oldSdk.GroupsApi, headers),
      economy: clientOf(oldSdk.EconomyApi, headers),
      calendar: clientOf(oldSdk.CalendarApi, headers),
      instances: clientOf(oldSdk.InstancesApi, headers),
      inventory: clientOf(oldSdk.InventoryApi, headers),
      invites: clientOf(oldSdk.InviteApi, headers),
      jams: clientOf(oldSdk.JamsApi, headers),
      system: clientOf(oldSdk.MiscellaneousApi, headers),
      notifications: clientOf(oldSdk.NotificationsApi, headers),
      moderations: clientOf(oldSdk.PlayermoderationApi, headers),
      prints: clientOf(oldSdk.PrintsApi, headers),
      props: clientOf(oldSdk.PropsApi, headers),
      users: clientOf(oldSdk.UsersApi, headers),
      worlds: clientOf(oldSdk.WorldsApi, headers),
    }
  }
  return { called, clientOf, clientsOf }
}

/** A new person with a client of each API. */
export async function anOldSdkUser(app: TestApp, sdk: ReturnType<typeof oldSdkFor>) {
  const person = await aUser(app)
  return { ...person, ...sdk.clientsOf(person), person }
}
