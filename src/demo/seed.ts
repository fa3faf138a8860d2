import { randomBytes } from 'node:crypto'
import { DEMO_PASSWORD } from '../areas/accounts/login/demoLogins.ts'
import { countWearers } from '../areas/avatars/wearing/wearers.ts'
import { sendNotifications } from '../areas/notifications/send.ts'
import { countVisits } from '../areas/worlds/visits/queries.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { SYSTEM_USER_IDS } from '../kernel/ids.ts'
import { type Scope, type Services, systemScope } from '../kernel/scope.ts'
import { type InTransaction, transact } from '../kernel/transaction.ts'
import { backgroundServicesOf, type Platform } from '../platform/platform.ts'
import { addEconomy } from './economy.ts'
import { insertFiles, settleBlobs } from './files.ts'
import { addSubscriptions, grantOtherPermissions } from './grants.ts'
import { addGroupInvites } from './groupInvites.ts'
import { addInventory } from './inventory.ts'
import { addMedia } from './media.ts'
import type { DemoUser } from './users.ts'
import type { DemoWorlds } from './worlds.ts'

/** Fills an embedded database that has no people. Returns whether the demo logins exist. */
export async function ensureDemoData(platform: Platform, services: Services): Promise<boolean> {
  const { settings } = platform
  if (settings.DATABASE_URL || settings.DEMO === 'off') return false
  if (!(await hasUser(services, Prisma.sql`NOT id = ANY (${[...SYSTEM_USER_IDS]})`)))
    await fillDatabase(systemScope(backgroundServicesOf(platform, services)))
  return hasUser(services, Prisma.sql`"usernameKey" = 'demo_admin'`)
}

/** Whether there is a user for which an SQL condition holds. Not by Prisma, whose first statements are slow. */
async function hasUser({ sql }: Services, condition: Prisma.Sql): Promise<boolean> {
  const [answer] = await sql<{ readonly isThere: boolean }>`
    SELECT EXISTS (SELECT FROM "User" WHERE ${condition}) AS "isThere"`
  return answer?.isThere === true
}

async function fillDatabase(scope: Scope): Promise<void> {
  await insertDemoData(scope)
  await addSubscriptions(scope)
  await addEconomy(scope)
  await addInventory(scope)
  await addMedia(scope)
  // Loaded on demand, as what it makes its pictures by is large.
  await (await import('./props.ts')).addProps(scope)
  await addGroupInvites(scope)
  await countVisits(scope)
  await countWearers(scope)
}

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']

async function insertDemoData(scope: Scope): Promise<void> {
  // Loaded on demand: the library of names is large and only the first start needs it.
  const { makeDemoUsers } = await import('./users.ts')
  const { demoFavorites, demoFriendships, demoNotifications, userIdByUsername } = await import('./friendships.ts')
  const { demoBadges, demoNotes, demoInfoPushes } = await import('./badgesAndNotes.ts')
  const { demoWorlds } = await import('./worlds.ts')
  const { demoAvatars, dressed, insertAvatars } = await import('./avatars.ts')
  const { withBadgePictures, withPortraits } = await import('./pictures.ts')
  const { demoGroups, insertGroups } = await import('./groups.ts')
  const { demoEvents, insertEvents } = await import('./events.ts')
  const { demoJams, insertJams } = await import('./jams.ts')
  const { people, faker } = makeDemoUsers(scope.now)
  const logins = people.filter(({ login }) => login)
  const passwordHash = await passwordHashes(scope)
  const badges = demoBadges(scope.now, people, faker)
  const content = await demoWorlds(scope, people, faker)
  const friendships = demoFriendships(scope.now, people, faker)
  const { portrayed, files: portraits } = await withPortraits(scope, people, faker)
  const { badges: pictured, files: medals } = await withBadgePictures(scope, badges.badges, faker)
  const avatars = await demoAvatars(scope, people, faker)
  const inhabitants = dressed(scope, portrayed, avatars)
  const groups = await demoGroups(scope, people, faker)
  const events = demoEvents(scope, groups, faker)
  const files = [content.files, avatars.files, portraits, medals, groups.files]
  await transact(scope, async (tx) => {
    await tx.db.user.createMany({ data: inhabitants.map(({ user }) => user) })
    await tx.db.account.createMany({
      data: people.map(({ account, login }) => ({
        ...account,
        passwordHash: login ? passwordHash.ofLogins : passwordHash.ofOthers,
      })),
    })
    await insertLoginPlaces(tx, logins)
    await tx.db.badge.createMany({ data: pictured })
    await tx.db.userBadge.createMany({ data: badges.held })
    await tx.db.userNote.createMany({ data: demoNotes(scope.now, people, faker) })
    await tx.db.friendship.createMany({ data: friendships })
    await tx.db.favorite.createMany({ data: demoFavorites(friendships, people, faker) })
    await sendNotifications(tx, demoNotifications(people, pictured))
    for (const some of files) await insertFiles(tx, some)
    await insertContent(tx, content)
    await insertAvatars(tx, avatars)
    await tx.db.infoPush.createMany({ data: demoInfoPushes(scope.now), skipDuplicates: true })
    await grantOtherPermissions(tx, logins)
    await insertGroups(tx, groups)
    await insertEvents(tx, events)
    await insertJams(tx, demoJams(scope.now, content, faker), userIdByUsername(people, 'demo_admin'))
  }).finally(() => settleBlobs(scope, files))
}

/** Without a password, people would count as accounts of the platform, which nobody can suspend. */
const passwordHashes = async ({ passwords }: Scope) => ({
  ofLogins: await passwords.hash(DEMO_PASSWORD),
  ofOthers: await passwords.hash(randomBytes(32).toString('base64url')),
})

/** Lets the demo logins log in from this machine without an approval by mail. */
async function insertLoginPlaces({ db, now }: Scope & InTransaction, logins: readonly DemoUser[]): Promise<void> {
  const data = logins.flatMap(({ user }) =>
    LOOPBACK_ADDRESSES.map((address) => ({ userId: user.id, address, lastUsedAt: now })),
  )
  await db.loginPlace.createMany({ data })
}

async function insertContent({ db }: InTransaction, content: DemoWorlds): Promise<void> {
  await db.world.createMany({ data: content.worlds })
  await db.unityPackage.createMany({ data: content.packages })
  await db.worldVisit.createMany({ data: content.visits })
  await db.feedback.createMany({ data: content.feedback })
  await db.favorite.createMany({ data: content.favorites })
}
