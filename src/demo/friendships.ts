import type { Faker } from '@faker-js/faker'
import { boopDraft } from '../areas/friends/boops.ts'
import { friendRequestDraft } from '../areas/friends/friendRequests.ts'
import type { NotificationDraft } from '../areas/notifications/send.ts'
import { userPairKey } from '../areas/users/locks.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import { trusted, type UserId } from '../kernel/ids.ts'
import type { DemoUser } from './users.ts'

/** Number of friendships of each demo login with other users, and among the other users. */
const FRIENDS_PER_LOGIN = 8
const CROWD_FRIENDSHIPS = 300
/** Number of favorite friends of each demo login. */
const FAVORITES_PER_LOGIN = 3

/** Both rows of every friendship: Ada with Grace, each demo login with a few users, and many among the other users. */
export function demoFriendships(
  now: Date,
  people: readonly DemoUser[],
  faker: Faker,
): Prisma.FriendshipCreateManyInput[] {
  const crowd = people.filter(({ login }) => !login).map(({ user }) => user.id)
  const logins = people.filter(({ login }) => login).map(({ user }) => user.id)
  const pairs = new Map<string, readonly [string, string]>()
  const join = (one: string, other: string) => void pairs.set(userPairKey(one, other), [one, other])
  join(userIdByUsername(people, 'demo_ada'), userIdByUsername(people, 'demo_grace'))
  for (const login of logins)
    for (const other of faker.helpers.arrayElements(crowd, FRIENDS_PER_LOGIN)) join(login, other)
  for (let number = 0; number < CROWD_FRIENDSHIPS; number++) {
    const [one = '', other = ''] = faker.helpers.arrayElements(crowd, 2)
    join(one, other)
  }
  return [...pairs.values()].flatMap(([one, other]) =>
    friendshipRows(one, other, {
      key: faker.string.hexadecimal({ length: 32, prefix: '', casing: 'lower' }),
      createdAt: addMilliseconds(now, -faker.number.int({ min: 1, max: 300 }) * DAY),
    }),
  )
}

const friendshipRows = (one: string, other: string, bond: { key: string; createdAt: Date }) => [
  { userId: one, friendId: other, ...bond },
  { userId: other, friendId: one, ...bond },
]

/** Adds a few friends to the first favorite group of each demo login. */
export const demoFavorites = (
  friendships: readonly Prisma.FriendshipCreateManyInput[],
  people: readonly DemoUser[],
  faker: Faker,
): Prisma.FavoriteCreateManyInput[] =>
  people
    .filter(({ login }) => login)
    .flatMap(({ user }) => friendships.filter(({ userId }) => userId === user.id).slice(0, FAVORITES_PER_LOGIN))
    .map(({ userId, friendId, createdAt }) => ({
      ...{ id: `fvrt_${faker.string.uuid()}`, userId, type: 'friend', favoriteId: friendId },
      ...{ group: 'group_0', createdAt },
    }))

/** Unread notifications of the demo logins: a friend request, a boop, a message, and a notice about a badge for each. */
export function demoNotifications(people: readonly DemoUser[], badges: readonly DemoBadge[]): NotificationDraft[] {
  const [ada, grace, linus] = [
    userIdByUsername(people, 'demo_ada'),
    userIdByUsername(people, 'demo_grace'),
    userIdByUsername(people, 'demo_linus'),
  ]
  const logins = people.filter(({ login }) => login).map(({ user }) => trusted<'user'>(user.id))
  return [
    ...logins.flatMap((receiverId) => badges.slice(0, 1).map((badge) => badgeNotification(receiverId, badge))),
    friendRequestDraft(linus, ada),
    { type: 'message', receiverId: ada, senderId: grace, message: 'I have found the bug. It was a moth.' },
    boopDraft({ id: grace, displayName: 'Grace' }, ada),
  ]
}

interface DemoBadge {
  readonly id: string
  readonly name: string
}

const badgeNotification = (receiverId: UserId, { id, name }: DemoBadge): NotificationDraft => ({
  type: 'badge.earned',
  receiverId,
  senderId: null,
  title: 'A badge for you',
  subjectId: id,
  message: `You were given the badge ${name}.`,
  facts: { subjectName: name },
})

/** Id of a person of the demo. */
export function userIdByUsername(people: readonly DemoUser[], username: string): UserId {
  const found = people.find(({ user }) => user.username === username)
  if (!found) throw new Error(`there is nobody with the username ${username}`)
  return trusted<'user'>(found.user.id)
}
