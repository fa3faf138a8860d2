import type { Faker } from '@faker-js/faker'
import type { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import type { DemoUser } from './users.ts'

const BADGES = [
  { name: 'Early Visitor', description: 'Was here in the first year.' },
  { name: 'World Builder', description: 'Published a world.' },
  { name: 'Helping Hand', description: 'Showed newcomers around.' },
]

export function demoBadges(now: Date, people: readonly DemoUser[], faker: Faker) {
  const badges = BADGES.map((badge) => ({
    id: `bdg_${faker.string.uuid()}`,
    ...badge,
    imageUrl: '',
    createdAt: now,
    updatedAt: now,
  }))
  const held = people.flatMap(({ user, login }) =>
    badges
      .filter((_, at) => (login ? at < 2 : faker.datatype.boolean(0.15)))
      .map((badge) => ({
        userId: user.id,
        badgeId: badge.id,
        assignedAt: addMilliseconds(now, -DAY),
        updatedAt: addMilliseconds(now, -DAY),
        showcased: login,
      })),
  )
  return { badges, held }
}

/** Notes of each demo login about a few users. */
export function demoNotes(now: Date, people: readonly DemoUser[], faker: Faker): Prisma.UserNoteCreateManyInput[] {
  const crowd = people.filter(({ login }) => !login)
  return people
    .filter(({ login }) => login)
    .flatMap(({ user }) =>
      faker.helpers.arrayElements(crowd, 5).map((target, at) => ({
        id: `unt_${faker.string.uuid()}`,
        userId: user.id,
        targetUserId: target.user.id,
        note: `Met in ${faker.location.city()}.`,
        createdAt: addMilliseconds(now, -at * DAY),
        updatedAt: addMilliseconds(now, -at * DAY),
      })),
    )
}

export const demoInfoPushes = (now: Date): Prisma.InfoPushCreateManyInput[] => [
  {
    id: 'welcome',
    priority: 10,
    tags: ['welcome', 'public'],
    data: {
      template: 'notice',
      version: '1',
      name: 'Welcome',
      description: 'This is a demonstration of Plaza.',
      onPressed: { command: 'OpenURL', parameters: ['/docs'] },
    },
    hash: 'welcome-1',
    createdAt: now,
    updatedAt: now,
  },
]
