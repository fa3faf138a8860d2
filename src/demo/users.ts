import { base, en, Faker } from '@faker-js/faker'
import { DEFAULT_AVATAR_ID } from '../areas/accounts/account/currentUser.ts'
import { displayNameFields, nameSkeleton, usernameFields } from '../areas/accounts/account/names.ts'
import { DEMO_LOGINS, demoEmail } from '../areas/accounts/login/demoLogins.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../kernel/clock.ts'

const USER_COUNT = 200
const SEED = 20_260_101
const LANGUAGES = ['eng', 'deu', 'fra', 'jpn', 'kor', 'spa', 'por', 'pol', 'ita', 'nld']
const LOGIN_PROFILES: Readonly<Record<string, { displayName: string; bio: string; admin?: true }>> = {
  demo_admin: { displayName: 'Admin', bio: 'Keeps the platform in order.', admin: true },
  demo_ada: { displayName: 'Ada', bio: 'Writes programs for engines that are not built yet.' },
  demo_grace: { displayName: 'Grace', bio: 'Looks for bugs, finds moths.' },
  demo_linus: { displayName: 'Linus', bio: 'Just a hobby, won’t be big and professional.' },
}

export interface DemoUser {
  readonly user: Prisma.UserCreateManyInput & { id: string }
  readonly account: Prisma.AccountCreateManyInput
  /** Whether the user can log in with the demo password. */
  readonly login: boolean
}

/** 200 deterministic users: the four demo logins, and users whose password nobody knows. */
export function makeDemoUsers(now: Date): { people: DemoUser[]; faker: Faker } {
  const faker = new Faker({ locale: [en, base] })
  faker.seed(SEED)
  const taken = new Set<string>()
  const people = Array.from({ length: USER_COUNT }, (_, at) =>
    makeDemoUser(faker, taken, { now, login: DEMO_LOGINS[at] }),
  )
  return { people, faker }
}

function makeDemoUser(
  faker: Faker,
  taken: Set<string>,
  { now, login }: { now: Date; login: string | undefined },
): DemoUser {
  const id = `usr_${faker.string.uuid()}`
  const named = login === undefined ? undefined : LOGIN_PROFILES[login]
  const words = login === undefined ? uniqueWords(faker, taken) : [login]
  const username = usernameOf(words)
  const displayName = named?.displayName ?? displayNameOf(words)
  const createdAt = addMilliseconds(now, -faker.number.int({ min: 5, max: 900 }) * DAY)
  const names = { ...usernameFields(username), ...displayNameFields(displayName) }
  const email = demoEmail(username.toLowerCase().replaceAll(/[^a-z0-9_]/g, ''))
  return {
    user: {
      id,
      ...names,
      createdAt,
      updatedAt: createdAt,
      admin: named?.admin ?? false,
      ...profile(faker, now),
      ...(named && { bio: named.bio }),
    },
    account: {
      userId: id,
      email,
      emailKey: email,
      emailVerified: true,
      birthday: faker.date.birthdate({ refDate: now }),
      acceptedTOSVersion: 1,
    },
    login: login !== undefined,
  }
}

const profile = (faker: Faker, now: Date) => ({
  bio: faker.person.bio(),
  pronouns: faker.helpers.arrayElement(['', '', 'she/her', 'he/him', 'they/them']),
  status: faker.helpers.arrayElement(['active', 'active', 'join me', 'ask me', 'busy']),
  statusDescription: faker.helpers.arrayElement(['', faker.word.words(2)]),
  tags: [
    'system_trust_basic',
    ...faker.helpers.arrayElements(LANGUAGES, { min: 0, max: 3 }).map((code) => `language_${code}`),
  ],
  currentAvatar: DEFAULT_AVATAR_ID,
  lastLoginAt: addMilliseconds(now, -faker.number.int({ min: 1, max: 400 }) * HOUR),
})

const LONGEST_NAME = 15

const usernameOf = (words: readonly string[]) => words.join('').slice(0, LONGEST_NAME)

/** The words as a name, such as `Tall Ship`; without the space, or cut, where it would be too long. */
function displayNameOf(words: readonly string[]): string {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const name = capitals.join(' ')
  return name.length > LONGEST_NAME ? usernameOf(capitals) : name
}

/** Two words whose name has 4 to 15 characters and belongs to no other demo user. */
function uniqueWords(faker: Faker, taken: Set<string>): readonly string[] {
  for (;;) {
    const words = [faker.word.adjective(), faker.word.noun()].map((word) => word.replaceAll(/[^A-Za-z]/g, ''))
    const name = usernameOf(words)
    if (name.length < 4 || taken.has(nameSkeleton(name))) continue
    taken.add(nameSkeleton(name))
    return words
  }
}
