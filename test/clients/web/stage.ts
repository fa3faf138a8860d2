import type { WorldId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { aNotification } from '../../support/notifications.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, enableTotp, type TestUser, totpCode } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

/** What the pages of a web client show. */
export interface Stage {
  readonly app: TestApp
  /** Has a second factor and friends in instances, 20 notifications and a received friend request. */
  readonly ada: TestUser
  /** The code of her second factor that is valid now. */
  code(): Promise<string>
  /** A world of hers with instances that people are in. */
  readonly worldId: WorldId
  /** Who has sent her the friend request. */
  readonly stranger: TestUser
}

export interface StageSize {
  readonly friends: number
  readonly notifications: number
  readonly worlds: number
  readonly instances: number
  readonly occupants: number
}

/** With FULL_ROUNDS set, as large as the pages that a web client shows at a time. */
export const SIZE: StageSize = {
  friends: rounds(50),
  notifications: 20,
  worlds: 16,
  instances: rounds(30),
  occupants: 10,
}

const times = <R>(count: number, make: (at: number) => Promise<R>) =>
  Array.from({ length: count }).reduce<Promise<R[]>>(
    async (before, _, at) => [...(await before), await make(at)],
    Promise.resolve([]),
  )

/** A friend whose request `person` has accepted: accepting is not limited, as sending requests is. */
async function aFriend(app: TestApp, person: TestUser): Promise<TestUser> {
  const friend = await aUser(app)
  const { id } = await friend.api.call('friend', { userId: person.id })
  await person.api.call('acceptFriendRequest', { notificationId: id })
  return friend
}

/** Makes the data of the pages in a server of its own. */
export async function aStage(app: TestApp, size: StageSize = SIZE): Promise<Stage> {
  const ada = await aUser(app)
  await times(size.worlds, () => aWorld(app, ada, { releaseStatus: 'public' }))
  const worldId = await aWorld(app, ada, { releaseStatus: 'public' })
  const locations = await times(size.instances, async () => (await createInstanceAs(ada, worldId)).location)
  const place = (at: number) => locations[at % locations.length] ?? ''
  await times(size.friends, async (at) => enterAs(app, await aFriend(app, ada), place(at)))
  const others = size.instances * size.occupants - size.friends
  await times(Math.max(0, others), async (at) => enterAs(app, await aUser(app), place(at + size.friends)))
  await times(size.notifications, (at) => aNotification(app, ada.id, { title: `Notice ${at}` }))
  const stranger = await aUser(app)
  await stranger.api.call('friend', { userId: ada.id })
  const secret = await enableTotp(app, ada)
  const code = () => {
    app.clock.advance(60_000)
    return totpCode(app, secret)
  }
  return { app, ada, code, worldId, stranger }
}
