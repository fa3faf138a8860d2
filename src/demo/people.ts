import { base, en, Faker } from '@faker-js/faker'
import { nameKey } from '../areas/accounts/names.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { DAY, HOUR, later } from '../kernel/clock.ts'
import { DEMO_LOGINS } from './logins.ts'

const COUNT = 200
const SEED = 20_260_101
const LANGUAGES = ['eng', 'deu', 'fra', 'jpn', 'kor', 'spa', 'por', 'pol', 'ita', 'nld']
const NAMED: Readonly<Record<string, { displayName: string; bio: string; admin?: true }>> = {
  demo_admin: { displayName: 'Admin', bio: 'Keeps the house in order.', admin: true },
  demo_ada: { displayName: 'Ada', bio: 'Writes programs for engines that are not built yet.' },
  demo_grace: { displayName: 'Grace', bio: 'Looks for bugs, finds moths.' },
  demo_linus: { displayName: 'Linus', bio: 'Just a hobby, won’t be big and professional.' },
}

export interface DemoPerson {
  readonly user: Prisma.UserCreateManyInput & { id: string }
  readonly account: Prisma.AccountCreateManyInput
  /** Whether the demo password lets people in. */
  readonly login: boolean
}

/** 200 people, the same each time: the four logins, and a crowd nobody logs in to. */
export function demoPeople(now: Date): { people: DemoPerson[]; faker: Faker } {
  const faker = new Faker({ locale: [en, base] })
  faker.seed(SEED)
  const taken = new Set<string>()
  const people = Array.from({ length: COUNT }, (_, at) => person(faker, taken, { now, login: DEMO_LOGINS[at] }))
  return { people, faker }
}

function person(
  faker: Faker,
  taken: Set<string>,
  { now, login }: { now: Date; login: string | undefined },
): DemoPerson {
  const id = `usr_${faker.string.uuid()}`
  const named = login === undefined ? undefined : NAMED[login]
  const username = login ?? freeName(faker, taken)
  const displayName = named?.displayName ?? username
  const createdAt = later(now, -faker.number.int({ min: 5, max: 900 }) * DAY)
  const names = { username, usernameKey: nameKey(username), displayName, displayNameKey: nameKey(displayName) }
  const email = `${username.toLowerCase().replaceAll(/[^a-z0-9_]/g, '')}@plaza.example`
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
  currentAvatar: `avtr_${faker.string.uuid()}`,
  lastLoginAt: later(now, -faker.number.int({ min: 1, max: 400 }) * HOUR),
})

/** A name of 4 to 15 characters that no other demo person has. */
function freeName(faker: Faker, taken: Set<string>): string {
  for (;;) {
    const name = `${faker.word.adjective()}${faker.word.noun()}`.replaceAll(/[^A-Za-z]/g, '').slice(0, 15)
    if (name.length < 4 || taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
