import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canSeeEvent, visibleEvents } from '../../src/areas/calendar/policy.ts'
import { forSale, isForSale, isListed, listedListings } from '../../src/areas/economy/policy.ts'
import { readGroupAccess } from '../../src/areas/groups/access.ts'
import { canSeeJam, visibleJams } from '../../src/areas/jams/policy.ts'
import { canSeeProp, visibleProps } from '../../src/areas/props/policy.ts'
import { canReadWorld, visibleWorlds } from '../../src/areas/worlds/policy.ts'
import type { CalendarEvent } from '../../src/generated/prisma/client.ts'
import { deterministicId } from '../../src/kernel/ids.ts'
import { conditionSql, type RowCondition } from '../../src/kernel/rowCondition.ts'
import type { ViewerScope } from '../../src/kernel/scope.ts'
import { sharedApp } from '../support/app.ts'
import { aGroup, aMember, giveRole } from '../support/groups.ts'
import { rounds } from '../support/rounds.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const { sql } = app.scope()

const AUTHOR = deterministicId('user', 'author')
const viewers = [AUTHOR, deterministicId('user', 'stranger')].flatMap((id) =>
  [false, true].map((admin) => ({
    id,
    admin,
    sessionId: deterministicId('session', id),
    staff: [],
    pendingFactors: [],
  })),
)
const NOW = new Date('2026-06-01')

/** A rule: who sees which rows by the predicate, by the condition of lists, and as this test expects. */
interface Rule<R> {
  readonly rows: fc.Arbitrary<R>
  readonly condition: (scope: ViewerScope) => RowCondition<R>
  readonly predicate: (scope: ViewerScope, row: R) => boolean
  readonly isExpected: (row: R, isAdmin: boolean, isOwn: boolean) => boolean
}

async function checkRule<R extends object>(rule: Rule<R>) {
  const scopes = fc.constantFrom(...viewers.map((viewer) => ({ ...app.scope(), viewer, now: NOW })))
  await fc.assert(
    fc.asyncProperty(rule.rows, scopes, async (row, scope) => {
      const isExpected = rule.isExpected(row, scope.viewer.admin, scope.viewer.id === AUTHOR)
      expect(rule.predicate(scope, row)).toBe(isExpected)
      const [found] = await sql<{ isListed: boolean }>`
        SELECT ${conditionSql('r', rule.condition(scope))} AS "isListed"
        FROM jsonb_to_record(${JSON.stringify(row)}::jsonb) AS r (
          "authorId" text, "sellerId" text, "releaseStatus" text, state text, "isVisible" boolean,
          "deletedAt" timestamptz, "expiresAt" timestamptz, "isDraft" boolean, "accessType" text, "roleIds" text[]
        )`
      expect(found).toEqual({ isListed: isExpected })
    }),
    { numRuns: rounds(60) },
  )
}

const releaseStatus = fc.constantFrom('public', 'private', 'hidden')
const maybeDate = fc.option(fc.constantFrom(new Date('2026-01-01'), new Date('2027-01-01')))
const author = fc.constant<string>(AUTHOR)

it('a hidden world is seen by its author and admins alone', () =>
  checkRule({
    rows: fc.record({ authorId: author, releaseStatus }),
    condition: visibleWorlds,
    predicate: canReadWorld,
    isExpected: (row, isAdmin, isOwn) => row.releaseStatus !== 'hidden' || isAdmin || isOwn,
  }))

it('a prop that is not public is seen by its author and admins alone, a deleted one by nobody', () =>
  checkRule({
    rows: fc.record({ authorId: author, releaseStatus, deletedAt: maybeDate }),
    condition: visibleProps,
    predicate: canSeeProp,
    isExpected: (row, isAdmin, isOwn) => row.deletedAt === null && (row.releaseStatus === 'public' || isAdmin || isOwn),
  }))

it('a jam that is not visible is seen by admins alone', () =>
  checkRule({
    rows: fc.record({ isVisible: fc.boolean() }),
    condition: visibleJams,
    predicate: canSeeJam,
    isExpected: (row, isAdmin) => row.isVisible || isAdmin,
  }))

const state = fc.constantFrom('draft', 'active', 'archived')

it('a listing that is not active is listed for its seller and admins alone', () =>
  checkRule({
    rows: fc.record({ sellerId: author, state }),
    condition: listedListings,
    predicate: isListed,
    isExpected: (row, isAdmin, isOwn) => row.state === 'active' || isAdmin || isOwn,
  }))

it('an active listing is for sale until it expires', () =>
  checkRule({
    rows: fc.record({ state, expiresAt: maybeDate }),
    condition: forSale,
    predicate: isForSale,
    isExpected: (row) => row.state === 'active' && (row.expiresAt === null || row.expiresAt > NOW),
  }))

it('nobody sees a prop or a jam without a session', () => {
  const scope = { ...app.scope(), viewer: null }
  expect(canSeeProp(scope, { authorId: AUTHOR, releaseStatus: 'public', deletedAt: null })).toBe(false)
  expect(canSeeJam(scope, { isVisible: true })).toBe(false)
  expect(canReadWorld(scope, { authorId: AUTHOR, releaseStatus: 'private' })).toBe(true)
  expect(canReadWorld(scope, { authorId: AUTHOR, releaseStatus: 'hidden' })).toBe(false)
})

it('an event is seen by managers, a published one by members with its roles, a public one by all who see inside', async () => {
  const [group, secret] = [await aGroup(app), await aGroup(app, { privacy: 'private' })]
  const [member, stranger] = [await aMember(app, group), await aUser(app)]
  const held = await giveRole(app, group, member, { permissions: [] })
  const rows = fc.record({
    isDraft: fc.boolean(),
    accessType: fc.constantFrom<string>('public', 'group'),
    roleIds: fc.constantFrom<string[]>([], [held], ['other'], ['other', held]),
  })
  type Row = Pick<CalendarEvent, 'isDraft' | 'accessType' | 'roleIds'>
  const isForRoles = ({ roleIds }: Row) => roleIds.length === 0 || roleIds.includes(held)
  const isPublic = ({ accessType }: Row) => accessType === 'public'
  const cases = [
    { person: group.owner, id: group.id, isSeen: () => true },
    { person: member, id: group.id, isSeen: (row: Row) => !row.isDraft && (isPublic(row) || isForRoles(row)) },
    { person: stranger, id: group.id, isSeen: (row: Row) => !row.isDraft && isPublic(row) },
    { person: stranger, id: secret.id, isSeen: () => false },
  ]
  for (const { person, id, isSeen } of cases) {
    const access = await readGroupAccess(viewerScopeOf(app, person), id)
    await checkRule({
      rows,
      condition: () => visibleEvents(access),
      predicate: (_, row) => canSeeEvent(access, row),
      isExpected: isSeen,
    })
  }
})
