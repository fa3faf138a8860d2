import { notify } from '../areas/notifications/notifying.ts'
import { HOUSE_USER_IDS } from '../areas/users/platformUser.ts'
import { countVisits } from '../areas/worlds/counting.ts'
import type { Outside, Scope } from '../kernel/scope.ts'
import { platformScope } from '../kernel/scope.ts'
import { type Open, transact } from '../kernel/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { DEMO_PASSWORD } from './logins.ts'
import type { DemoWorlds } from './worlds.ts'

/** Fills an empty embedded database, all at once or not at all. Answers whether the demo logins are there. */
export async function ensureDemo({ settings }: Platform, outside: Outside): Promise<boolean> {
  if (settings.DATABASE_URL || settings.DEMO === 'off') return false
  const scope = platformScope(outside)
  const people = await scope.db.user.count({ where: { id: { notIn: [...HOUSE_USER_IDS] } } })
  if (people === 0) await fill(scope)
  if (people === 0) await countVisits(scope)
  return (await scope.db.user.count({ where: { usernameKey: 'demo_admin' } })) > 0
}

const HERE = ['127.0.0.1', '::1']

async function fill(scope: Scope): Promise<void> {
  // Their library of names is large, and most starts don't need it.
  const { demoPeople } = await import('./people.ts')
  const { demoFavorites, demoFriendships, demoNotifications } = await import('./friends.ts')
  const { demoBadges, demoNotes, demoNotices } = await import('./things.ts')
  const { demoWorlds } = await import('./worlds.ts')
  const { people, faker } = demoPeople(scope.now)
  const logins = people.filter(({ login }) => login)
  const passwordHash = await scope.passwords.hash(DEMO_PASSWORD)
  const badges = demoBadges(scope.now, people, faker)
  const content = await demoWorlds(scope, people, faker)
  const friendships = demoFriendships(scope.now, people, faker)
  await transact(scope, async (open) => {
    await open.db.user.createMany({ data: people.map(({ user }) => user) })
    await open.db.account.createMany({
      data: people.map(({ account, login }) => ({ ...account, passwordHash: login ? passwordHash : null })),
    })
    const places = logins.flatMap(({ user }) =>
      HERE.map((address) => ({ userId: user.id, address, lastUsedAt: scope.now })),
    )
    await open.db.loginPlace.createMany({ data: places })
    await open.db.badge.createMany({ data: badges.badges })
    await open.db.userBadge.createMany({ data: badges.held })
    await open.db.userNote.createMany({ data: demoNotes(scope.now, people, faker) })
    await open.db.friendship.createMany({ data: friendships })
    await open.db.favorite.createMany({ data: demoFavorites(friendships, people, faker) })
    await notify(open, demoNotifications(people))
    await addContent(open, content)
    await open.db.infoPush.createMany({ data: demoNotices(scope.now), skipDuplicates: true })
    await grantAll(
      open,
      logins.map(({ user }) => user.id),
    )
  })
}

async function addContent({ db }: Open, content: DemoWorlds): Promise<void> {
  await db.file.createMany({ data: content.files })
  await db.fileVersion.createMany({ data: content.versions })
  await db.fileData.createMany({ data: content.data })
  await db.world.createMany({ data: content.worlds })
  await db.unityPackage.createMany({ data: content.packages })
  await db.worldVisit.createMany({ data: content.visits })
  await db.favorite.createMany({ data: content.favorites })
}

/** The demo logins hold every permission that there is. */
async function grantAll(open: Scope & Open, userIds: readonly string[]): Promise<void> {
  const permissions = await open.db.permission.findMany({ select: { id: true } })
  const data = userIds.flatMap((userId) =>
    permissions.map(({ id }) => ({ userId, permissionId: id, grantedAt: open.now })),
  )
  await open.db.permissionGrant.createMany({ data })
}
