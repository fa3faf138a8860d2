import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { accountChanged } from '../../../src/areas/accounts/events.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { STAFF_PERMISSIONS, type StaffPermission } from '../../../src/kernel/staff.ts'
import { staffAccess } from '../../access/staffTable.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { rounds } from '../../support/rounds.ts'
import { aName, anAdmin, aUser, stayConfirmed, type TestUser } from '../../support/users.ts'

/** Random sequences of grants and acts; `npm run campaign -- staffRoles` tries more. */
const SEQUENCES = Number(process.env.STAFF_SEQUENCES ?? rounds(5))
const STEPS = Number(process.env.STAFF_STEPS ?? 40)
const PEOPLE = 4

const app = await sharedApp()
const { db } = app.scope()
/** The admin comes first. */
let people: readonly TestUser[]
let badgeId = ''
beforeAll(async () => {
  const admin = await anAdmin(app)
  people = [admin, ...(await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app))))]
  for (const person of people) await stayConfirmed(app, person)
  const badge = await aGraphClient(app, admin.api).send(
    `mutation { createBadge(input: { name: "${aName()}", description: "d" }) { badge { id } } }`,
  )
  badgeId = Object(badge.data).createBadge.badge.id
})

const reason = 'reason: "They have asked for it"'
/** Acts upon a person that leave them signed in. */
const ACTS = {
  renameUser: (id: string) => `userId: "${id}", displayName: "${aName('N')}", ${reason}`,
  liftAccountLock: (id: string) => `userId: "${id}", ${reason}`,
  warnUser: (id: string) => `contentId: "${id}", message: "Please stop"`,
  awardBadge: (id: string) => `userId: "${id}", badgeId: "${badgeId}"`,
} as const
type ActName = keyof typeof ACTS
const isActName = (name: string): name is ActName => Object.hasOwn(ACTS, name)

const aStep = fc.record({
  kind: fc.constantFrom('act', 'act', 'grant', 'revoke'),
  actor: fc.nat(PEOPLE),
  subject: fc.nat(PEOPLE),
  act: fc.constantFrom(...Object.keys(ACTS).filter(isActName)),
  permission: fc.constantFrom(...STAFF_PERMISSIONS),
})
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never

/** What each person was entrusted with, by their number. */
type Held = readonly Set<StaffPermission>[]

const isOfStaff = (held: Held, person: number) => person === 0 || (held[person]?.size ?? 0) > 0

/** Whether a step may be done, by the table of who may do what and the rule that only admins act upon the staff. */
function isAllowed(held: Held, { kind, actor, subject, act }: Step): boolean {
  if (actor === 0) return true
  if (kind !== 'act') return false
  const anyOf = staffAccess.mutation[act] ?? []
  return anyOf.some((one) => held[actor]?.has(one)) && actor !== subject && !isOfStaff(held, subject)
}

function documentOf({ kind, act, permission }: Step, subjectId: string): string {
  if (kind === 'act') return `${act}(input: { ${ACTS[act](subjectId)} }) { clientMutationId }`
  return `${kind}StaffPermission(input: { userId: "${subjectId}", permission: ${permission.toUpperCase()} }) { clientMutationId }`
}

/** Waits until events that were emitted before have dropped the sessions that the server remembers. */
async function untilHeard(): Promise<void> {
  const { events, now } = app.scope()
  const marker = newId('user', now)
  await new Promise<void>((resolve) => {
    const stop = events.listen(accountChanged, ({ subject }) => {
      if (subject !== marker) return
      stop()
      resolve()
    })
    void events.release([accountChanged(marker)])
  })
}

/** Follows a step that was done. */
async function follow(held: Held, { kind, subject, permission }: Step): Promise<void> {
  if (kind === 'grant') held[subject]?.add(permission)
  if (kind === 'revoke') held[subject]?.delete(permission)
  if (kind !== 'act') await untilHeard()
}

const auditedOf = ({ id }: TestUser) => db.auditEntry.count({ where: { actorId: id } })

/** Does a step, and compares what has come of it with the model. */
async function take(held: Held, step: Step): Promise<void> {
  const [actor, subject] = [people[step.actor], people[step.subject]]
  if (!actor || !subject) return
  const before = await auditedOf(actor)
  const { errors } = await aGraphClient(app, actor.api).send(`mutation { ${documentOf(step, subject.id)} }`)
  const isRefused = errors?.some(({ extensions }) => extensions.code === 'FORBIDDEN') === true
  expect(isRefused, JSON.stringify(step)).toBe(!isAllowed(held, step))
  expect((await auditedOf(actor)) - before, JSON.stringify(step)).toBe(errors ? 0 : 1)
  if (!errors) await follow(held, step)
}

/** Takes every permission from everybody. */
async function takeAll(): Promise<void> {
  const { events } = app.scope()
  await db.staffGrant.deleteMany({ where: { userId: { in: people.map(({ id }) => id) } } })
  await events.release(people.map(({ id }) => accountChanged(id)))
  await untilHeard()
}

async function readHeld(): Promise<readonly string[][]> {
  const rows = await db.staffGrant.findMany({ where: { userId: { in: people.map(({ id }) => id) } } })
  return people.map(({ id }) =>
    rows
      .filter(({ userId }) => userId === id)
      .map(({ permission }) => permission)
      .sort(),
  )
}

it(`in ${SEQUENCES} random sequences of grants and acts nobody does what they lack, raises themselves or acts upon the staff`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      await takeAll()
      const held: Held = people.map(() => new Set<StaffPermission>())
      for (const step of steps) await take(held, step)
      expect(await readHeld()).toEqual(held.map((permissions) => [...permissions].sort()))
      const admins = await db.user.findMany({ where: { id: { in: people.map(({ id }) => id) }, admin: true } })
      expect(admins.map(({ id }) => id)).toEqual([people[0]?.id])
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  )
}, 3_600_000)
