import { readFileSync } from 'node:fs'
import { buildSchema, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { groupModerated } from '../../../src/areas/groups/events.ts'
import { sharedApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aGraphClient, type GraphAnswer } from '../../support/graphClient.ts'
import { anEventStream, untilSubscribed } from '../../support/graphSubscriptions.ts'
import { aRestClient } from '../../support/restClient.ts'
import type { TestUser } from '../../support/users.ts'
import { groupContent } from './accessFixture.ts'
import { ACCESS_CALLERS, type AccessCaller, callersOf } from './accessTable.ts'
import { type GraphTarget, graphPeople, graphPostId, graphTargets, withdrawApprovals } from './graphAccessFixture.ts'
import { callsOf, followingModeration, type GraphCall, grantable, READ_RIGHTS } from './graphAccessTable.ts'

const app = await sharedApp()
const people = await graphPeople(app)
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

const graphOf = ({ name }: AccessCaller) =>
  aGraphClient(app, name === 'anonymous' ? aRestClient(app) : people.callers.get(name)?.api)

const outcomeOf = ({ errors }: GraphAnswer): string => String(errors?.[0]?.extensions.code ?? 'ok')

/** Mutations about groups and their instances in which nobody needs a right of a group. */
const WITHOUT_RIGHT = [
  'clearFavoriteGroup',
  'leaveInstance',
  'leaveInstanceQueue',
  'setLicenseGroup',
  'updateFavoriteGroup',
]

const MUTATIONS = Object.keys(schema.getMutationType()?.getFields() ?? {})
  .filter((name) => /Group|Instance|CalendarEvent/.test(name) && !WITHOUT_RIGHT.includes(name))
  .sort()

/** Inserts groups for those whose calls succeed, and one for those who are refused. */
async function targetsOf({ expected }: GraphCall) {
  const callers = callersOf(expected)
  const isGranted = (caller: AccessCaller) => expected(caller) === 'ok'
  const refused = callers.filter((caller) => !isGranted(caller))
  const targets = await graphTargets(app, people, [refused, ...callers.filter(isGranted).map((caller) => [caller])])
  const refusedId = targets[0]?.target.groupId ?? ''
  return { targets, refusedContent: () => groupContent(app, refusedId) }
}

/** The outcomes that differ from those of the table, as `caller: outcome (outcome of the table)`. */
async function mismatches(mutation: string, call: GraphCall): Promise<string[]> {
  const type = `${mutation.replace(/^./, (c) => c.toUpperCase())}Input!`
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { clientMutationId } }`
  const { targets, refusedContent } = await targetsOf(call)
  const before = await refusedContent()
  const found = await Promise.all(
    targets.map(async ({ caller, target }) => {
      const outcome = outcomeOf(await graphOf(caller).send(query, { input: call.input(target) }))
      const wanted = call.expected(caller)
      return outcome === wanted ? [] : [`${caller.name}: ${outcome} (${wanted})`]
    }),
  )
  expect(await refusedContent(), 'what was refused').toEqual(before)
  return found.flat()
}

describe('access to mutations of groups', () => {
  it('is decided for each of them', () => {
    expect(MUTATIONS.filter((name) => callsOf(name).length === 0)).toEqual([])
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(40)
  })

  it.each(MUTATIONS)('%s', async (mutation) => {
    for (const call of callsOf(mutation)) expect(await mismatches(mutation, call)).toEqual([])
  })
})

/** The types of the objects that are read, by their aliases. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ group: 'Group', role: 'GroupRole', everyone: 'GroupRole', post: 'GroupPost', gallery: 'GroupGallery' },
  ...{
    announcement: 'GroupAnnouncement',
    event: 'CalendarEvent',
    image: 'GroupGalleryImage',
    entry: 'GroupAuditEntry',
    instance: 'Instance',
  },
  ...{ member: 'GroupMember', invited: 'GroupMember', requested: 'GroupMember', banned: 'GroupMember' },
}

const idsIn = (target: GraphTarget): Readonly<Record<string, string>> => ({
  ...{ group: target.groupId, role: target.roleId, everyone: target.everyoneId, post: graphPostId(target.postId) },
  ...{ gallery: target.galleryId, announcement: target.announcementId, image: target.imageId, entry: target.entryId },
  ...{ instance: target.location, event: target.eventId },
  ...target.membershipIds,
})

const SELECTIONS: Readonly<Record<string, string>> = {
  ...{ invites: 'totalCount', requests: 'totalCount', bans: 'totalCount', auditLog: 'totalCount', announcement: 'id' },
  ...{ permissions: 'permission viewerCanGrant', transferability: 'isPossible' },
}

const pathsOf = Object.keys(READ_RIGHTS).map((path): readonly [alias: string, field: string] => {
  const [alias = '', field = ''] = path.split('.')
  return [alias, field]
})

function objectText([alias, type]: readonly [string, string]): string {
  const fields = pathsOf.filter(([of]) => of === alias).map(([, field]) => field)
  const selected = fields.map((field) => (SELECTIONS[field] ? `${field} { ${SELECTIONS[field]} }` : field))
  return `${alias}: node(id: $${alias}) { ... on ${type} { ${selected.join(' ')} } }`
}

const READ = `query (${Object.keys(TYPES).map((alias) => `$${alias}: ID!`)}) {
  ${Object.entries(TYPES).map(objectText).join('\n')}
}`

interface CallerAnswer {
  readonly caller: AccessCaller
  readonly answer: GraphAnswer
}

const isLoggedIn = ({ name }: AccessCaller) => name !== 'anonymous'

/** The value of a field of an object; undefined if the caller does not see the object. */
const valueAt = ({ data }: GraphAnswer, alias: string, field: string): unknown => Object(Object(data)[alias])[field]

describe('what callers see in a group, and are told that they can do', () => {
  let answers: readonly CallerAnswer[]
  beforeAll(async () => {
    const targets = await graphTargets(app, people, [ACCESS_CALLERS])
    await withdrawApprovals(app, targets)
    answers = await Promise.all(
      targets.map(async ({ caller, target }) => ({
        caller,
        answer: await graphOf(caller).send(READ, idsIn(target)),
      })),
    )
  })

  it('is decided for each field that tells it', () => {
    const told = [...new Set(Object.values(TYPES))].flatMap((name) => {
      const type = schema.getType(name)
      const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
      return fields.filter((field) => field.startsWith('viewerCan')).map((field) => `${name}.${field}`)
    })
    const decided = new Set(pathsOf.map(([alias, field]) => `${TYPES[alias]}.${field}`))
    expect(told.filter((field) => !decided.has(field))).toEqual([])
    expect(told.length).toBeGreaterThanOrEqual(45)
  })

  it('is read without an error by who is logged in', () => {
    const outcomes = answers.map(({ caller, answer }) => [caller.name, outcomeOf(answer)])
    expect(outcomes).toEqual(
      ACCESS_CALLERS.map((caller) => [caller.name, isLoggedIn(caller) ? 'ok' : 'UNAUTHENTICATED']),
    )
  })

  it.each(Object.entries(READ_RIGHTS))('%s', (path, right) => {
    const [alias = '', field = ''] = path.split('.')
    const wrong = answers.flatMap(({ caller, answer }) => {
      const value = valueAt(answer, alias, field)
      const isGranted = value !== null && value !== undefined && value !== false
      return isGranted === (isLoggedIn(caller) && right(caller)) ? [] : [`${caller.name}: ${JSON.stringify(value)}`]
    })
    expect(wrong).toEqual([])
  })

  it('is what they have, and so can give to roles', () => {
    for (const { caller, answer } of answers) {
      const listed: unknown = valueAt(answer, 'group', 'permissions')
      const granted = (Array.isArray(listed) ? listed : []).flatMap((entry) =>
        entry.viewerCanGrant ? [String(entry.permission)] : [],
      )
      expect([caller.name, ...granted.sort()]).toEqual([caller.name, ...grantable(caller)])
    }
  })
})

function personOf({ name }: AccessCaller): TestUser {
  const person = people.callers.get(name)
  if (!person) throw new Error(`there is no caller ${name}`)
  return person
}

/** Follows the moderation of a group until something is told: an event, or why there is none. */
async function followedModeration(person: TestUser, { groupId }: GraphTarget): Promise<string> {
  const query = `subscription { groupModeration(groupId: "${groupId}") { group { id } } }`
  const stream = await untilSubscribed(app, () => anEventStream(app, person, query))
  await app.scope().events.release([groupModerated(groupId)])
  await eventually(() => /"code"|"group"/.test(stream.text()))
  stream.close()
  return /"code":"(\w+)"/.exec(stream.text())?.[1] ?? 'ok'
}

describe('the subscription to the moderation of a group', () => {
  it('is for those who see invites, requests, bans or the audit log', async () => {
    const callers = callersOf(followingModeration).filter(isLoggedIn)
    const targets = await graphTargets(app, people, [callers])
    for (const { caller, target } of targets) {
      const outcome = await followedModeration(personOf(caller), target)
      expect([caller.name, outcome]).toEqual([caller.name, followingModeration(caller) ? 'ok' : 'FORBIDDEN'])
    }
  })
})
