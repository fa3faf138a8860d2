import { beforeAll, describe, expect, it } from 'vitest'
import { OWNER_OR_ADMIN_ACTS, STAFF_ACT_NAMES } from '../../src/areas/audit/actNames.ts'
import { HARMLESS_ACTS, ownerOrAdminAct, staffAct } from '../../src/areas/audit/staffAct.ts'
import { contract } from '../../src/areas/index.ts'
import { trusted, type UserId } from '../../src/kernel/ids.ts'
import { graphIdentity, NAMED_BY_HAND, type Proof, restIdentity } from '../../src/tools/identityTable.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { auditRowsAddedBy } from '../support/audit.ts'
import { aGraphClient } from '../support/graphClient.ts'
import type { OperationName } from '../support/restClient.ts'
import { scopeSourceOf } from '../support/scopes.ts'
import { ageSessions, anAdmin, aUser, stayConfirmed } from '../support/users.ts'
import { type AccessFixture, anAccessFixture, type Caller } from './fixtures.ts'
import { INFO_PUSH_ID, mutationAccess, queryAccess } from './graphTable.ts'
import { restAccessTable } from './restTable.ts'

/** Who is told to confirm the identity first, in a session whose login is an hour ago. */
const ASKED: Readonly<Partial<Record<Proof, readonly Caller[]>>> = {
  confirmed: ['owner', 'admin'],
  confirmedAdmin: ['admin'],
  ownerOrAdmin: ['admin'],
}

/** Rows whose calls in the tables of access need no rights of an admin, or are refused before, so that nobody is asked. */
const UNASKED = new Set([
  'addGroupGalleryImage',
  'announceInGroupInstance',
  'cancelGroupTransfer',
  'createInstance',
  'createListing',
  'createProduct',
  'finishFileDataUpload',
  'initiateOrAcceptGroupTransfer',
  'inviteUser',
  'kickFromGroupInstance',
  'requestInvite',
  'respondInvite',
  'uploadPrint',
  'warnInGroupInstance',
])
/** Uploads a file of the caller by REST, and by GraphQL one of somebody else. */
const UNASKED_BY_REST = new Set([...UNASKED, 'uploadImage'])
const UNASKED_BY_GRAPH = new Set([...UNASKED].filter((name) => name !== 'uploadPrint'))

interface Subject {
  readonly app: TestApp
  readonly fixture: AccessFixture
  readonly people: readonly UserId[]
}

async function aSubject(): Promise<Subject> {
  const app = await anApp()
  const fixture = await anAccessFixture(app)
  const { db, now } = app.scope()
  await db.infoPush.create({ data: { id: INFO_PUSH_ID, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
  const admins = await db.user.findMany({ where: { admin: true }, select: { id: true } })
  return { app, fixture, people: [fixture.things.userId, ...admins.map(({ id }) => trusted<'user'>(id))] }
}

type Ask = (caller: Caller) => Promise<boolean>

/** Who is asked to confirm the identity: in sessions that are an hour old, the admin first, and then once it is confirmed. */
async function askedIn({ app, people }: Subject, isAsked: Ask, callers: readonly Caller[]) {
  const asked = async () => {
    const found: Caller[] = []
    for (const caller of callers) if (await isAsked(caller)) found.unshift(caller)
    return found
  }
  await Promise.all(people.map((id) => ageSessions(app, { id })))
  const aged = await asked()
  if (aged.length === 0) return { aged, confirmed: [] }
  await Promise.all(people.map((id) => stayConfirmed(app, { id })))
  return { aged, confirmed: await asked() }
}

/** A logout leaves no session to ask again. */
const callersOf = (name: string): readonly Caller[] => (name === 'logout' ? [] : ['admin', 'owner'])

describe('the table of proofs', () => {
  it('names by hand what exists, and harmless acts that admins have', () => {
    const rows = [
      restIdentity(),
      graphIdentity('Query'),
      graphIdentity('Mutation'),
      graphIdentity('Subscription'),
    ].flat()
    const known = new Set(rows.map(({ name }) => name))
    expect(NAMED_BY_HAND.filter((name) => !known.has(name))).toEqual([])
    const acts: readonly string[] = [...STAFF_ACT_NAMES, ...OWNER_OR_ADMIN_ACTS]
    expect(Object.keys(HARMLESS_ACTS).filter((act) => !acts.includes(act))).toEqual([])
    expect(restIdentity().map(({ name }) => name)).toEqual(Object.keys(contract))
    for (const { why } of rows) expect(why).toMatch(/\.$/)
  })
})

describe('a REST operation asks for a confirmed identity as its row claims', () => {
  let subject: Subject
  beforeAll(async () => {
    subject = await aSubject()
  })
  const proofs = new Map(restIdentity().map(({ name, proof }) => [name, proof]))
  const names = Object.keys(restAccessTable).filter((name): name is OperationName => name in restAccessTable)

  it.each(names)('%s', async (name) => {
    const { fixture } = subject
    const isAsked: Ask = async (caller) => {
      const { status, body } = await fixture.clientOf(caller).try(name, restAccessTable[name].call?.(fixture.things))
      return status === 403 && JSON.stringify(body).includes('Confirm your identity first')
    }
    const claimed = UNASKED_BY_REST.has(name) ? [] : (ASKED[proofs.get(name) ?? 'none'] ?? [])
    expect(await askedIn(subject, isAsked, callersOf(name))).toEqual({ aged: claimed, confirmed: [] })
  })
})

describe('a root field asks for a confirmed identity as its row claims', () => {
  let subject: Subject
  beforeAll(async () => {
    subject = await aSubject()
  })
  const proofs = new Map(
    [...graphIdentity('Query'), ...graphIdentity('Mutation')].map(({ name, proof }) => [name, proof]),
  )
  const fields = [
    ...Object.entries(queryAccess).map(([name, [field]]) => ({ kind: 'query', name, field })),
    ...Object.entries(mutationAccess).map(([name, [field]]) => ({ kind: 'mutation', name, field })),
  ]

  it.each(fields)('$kind: $name', async ({ kind, name, field }) => {
    const { app, fixture } = subject
    const isAsked: Ask = async (caller) => {
      const graph = aGraphClient(app, fixture.clientOf(caller))
      const { errors } = await graph.send(`${kind} { ${field(fixture.things)} }`)
      return errors?.[0]?.extensions.reason === 'CONFIRMATION_REQUIRED'
    }
    const [root = ''] = name.split(' ')
    const claimed = UNASKED_BY_GRAPH.has(root) ? [] : (ASKED[proofs.get(root) ?? 'none'] ?? [])
    expect(await askedIn(subject, isAsked, callersOf(root))).toEqual({ aged: claimed, confirmed: [] })
  })
})

describe('an act of an admin', () => {
  it.each([...STAFF_ACT_NAMES, ...OWNER_OR_ADMIN_ACTS])(
    'is refused without a confirmed identity unless harmless: %s',
    async (act) => {
      const { app, admin, owner } = await actors()
      const scope = scopeSourceOf(app, admin, { admin: true })
      const outcome = async () => ({ subjectId: owner.id, ownerId: owner.id })
      const run = () => {
        const own = OWNER_OR_ADMIN_ACTS.find((name) => name === act)
        const admins = STAFF_ACT_NAMES.find((name) => name === act)
        return own ? ownerOrAdminAct(scope(), own, outcome) : staffAct(scope(), admins ?? 'grantTokens', outcome)
      }
      await ageSessions(app, admin)
      const aged = await auditRowsAddedBy(app, () => run().catch(({ reason }) => reason))
      const isHarmless = act in HARMLESS_ACTS
      expect([aged.answer, aged.added.length]).toEqual(isHarmless ? [undefined, 1] : ['confirmation_required', 0])
      await stayConfirmed(app, admin)
      expect((await auditRowsAddedBy(app, run)).added).toMatchObject([{ act, actorId: admin.id }])
    },
  )
})

let acting: ReturnType<typeof openActors> | undefined
const actors = () => {
  acting ??= openActors()
  return acting
}
async function openActors() {
  const app = await anApp()
  return { app, admin: await anAdmin(app), owner: await aUser(app) }
}
