import type { Faker } from '@faker-js/faker'
import { boopDraft } from '../areas/friends/boops.ts'
import { requestDraft } from '../areas/friends/requests.ts'
import type { Draft } from '../areas/notifications/notifying.ts'
import { pairOf } from '../areas/users/relations.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { DAY, later } from '../kernel/clock.ts'
import { isId, type UserId } from '../kernel/ids.ts'
import type { DemoPerson } from './people.ts'

/** Friendships of each login with some of the crowd, and within the crowd. */
const OF_LOGIN = 8
const IN_CROWD = 300
/** Friends of each login who are among its favorites. */
const FAVORITES = 3

/** Both sides of every friendship: Ada and Grace, each login and a few others, and many among the crowd. */
export function demoFriendships(
  now: Date,
  people: readonly DemoPerson[],
  faker: Faker,
): Prisma.FriendshipCreateManyInput[] {
  const crowd = people.filter(({ login }) => !login).map(({ user }) => user.id)
  const logins = people.filter(({ login }) => login).map(({ user }) => user.id)
  const pairs = new Map<string, readonly [string, string]>()
  const join = (one: string, other: string) => void pairs.set(pairOf(one, other), [one, other])
  join(idOf(people, 'demo_ada'), idOf(people, 'demo_grace'))
  for (const login of logins) for (const other of faker.helpers.arrayElements(crowd, OF_LOGIN)) join(login, other)
  for (let number = 0; number < IN_CROWD; number++) {
    const [one = '', other = ''] = faker.helpers.arrayElements(crowd, 2)
    join(one, other)
  }
  return [...pairs.values()].flatMap(([one, other]) =>
    sidesOf(one, other, {
      key: faker.string.hexadecimal({ length: 32, prefix: '', casing: 'lower' }),
      createdAt: later(now, -faker.number.int({ min: 1, max: 300 }) * DAY),
    }),
  )
}

const sidesOf = (one: string, other: string, bond: { key: string; createdAt: Date }) => [
  { userId: one, friendId: other, ...bond },
  { userId: other, friendId: one, ...bond },
]

/** Each login finds a few friends in its first group of favorites. */
export const demoFavorites = (
  friendships: readonly Prisma.FriendshipCreateManyInput[],
  people: readonly DemoPerson[],
  faker: Faker,
): Prisma.FavoriteCreateManyInput[] =>
  people
    .filter(({ login }) => login)
    .flatMap(({ user }) => friendships.filter(({ userId }) => userId === user.id).slice(0, FAVORITES))
    .map(({ userId, friendId, createdAt }) => ({
      ...{ id: `fvrt_${faker.string.uuid()}`, userId, type: 'friend', favoriteId: friendId },
      ...{ group: 'group_0', createdAt },
    }))

/** What waits for the logins: Linus has asked Ada, Grace has booped her and written, and all have a badge to hear of. */
export function demoNotifications(people: readonly DemoPerson[]): Draft[] {
  const [ada, grace, linus] = [idOf(people, 'demo_ada'), idOf(people, 'demo_grace'), idOf(people, 'demo_linus')]
  const logins = people.filter(({ login }) => login).map(({ user }) => userId(user.id))
  return [
    ...logins.map((receiverId) => badgeFor(receiverId)),
    requestDraft(linus, ada),
    { type: 'message', receiverId: ada, senderId: grace, message: 'I have found the bug. It was a moth.' },
    boopDraft({ id: grace, displayName: 'Grace' }, ada),
  ]
}

const badgeFor = (receiverId: UserId): Draft => ({
  type: 'badge.earned',
  receiverId,
  senderId: null,
  title: 'A badge for you',
  message: 'You were given the badge Early Visitor.',
})

function userId(id: string): UserId {
  if (!isId('user', id)) throw new Error(`malformed id ${id}`)
  return id
}

function idOf(people: readonly DemoPerson[], username: string): UserId {
  const found = people.find(({ user }) => user.username === username)
  return userId(found?.user.id ?? '')
}
