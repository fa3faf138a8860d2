import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { tokensOf } from '../../support/economy.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aTemplate } from '../../support/inventory.ts'
import { aLogRecorder } from '../../support/logRecorder.ts'
import { aReward } from '../../support/rewards.ts'
import { anAdmin, aUser } from '../../support/users.ts'

const Create = graphql(`
  mutation CreateReward($input: CreateRewardInput!) {
    createReward(input: $input) {
      code
      rewardEdge { cursor node { id } }
      reward {
        id name state quantity tokens subscriptionDays maxRedemptions redemptionCount beginsAt endsAt disabledAt
        templates { id } badges { id } permissions { id } plan { slug }
      }
    }
  }
`)

const Disable = graphql(`
  mutation DisableReward($input: DisableRewardInput!) {
    disableReward(input: $input) { reward { id state redemptionCount disabledAt } }
  }
`)

const Redeem = graphql(`
  mutation RedeemReward($input: RedeemRewardInput!) {
    redeemReward(input: $input) {
      templates { id } badges { id } tokens subscription { plan { slug } } permissions { id } viewer { id }
    }
  }
`)

const List = graphql(`
  query Rewards($first: Int, $after: String) {
    rewards(first: $first, after: $after) { totalCount nodes { id state } pageInfo { endCursor hasNextPage } }
  }
`)

/** Every row of every table as text, in lower case. */
async function everything({ scope }: TestApp): Promise<string> {
  const { db } = scope()
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ text: string }[]>(`SELECT row::text AS text FROM ${name} AS row`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n').toLowerCase()
}

describe('rewards in the graph', () => {
  it('are created, redeemed and disabled, with entries in the audit log', async () => {
    const app = await anApp()
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const templateId = await aTemplate(app)
    const { answer, added } = await auditRowsAddedBy(app, () =>
      admin.run(Create, {
        input: {
          ...{ name: 'Spring', templateIds: [templateId], quantity: 2, tokens: 40, maxRedemptions: 3 },
          ...{ planId: 'splan_plus-monthly', subscriptionDays: 5 },
        },
      }),
    )
    const { code, reward, rewardEdge } = answer.createReward
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    expect(rewardEdge?.node.id).toBe(reward?.id)
    expect(reward).toMatchObject({
      ...{ name: 'Spring', state: 'ACTIVE', quantity: 2, tokens: 40, subscriptionDays: 5, maxRedemptions: 3 },
      ...{ redemptionCount: 0, endsAt: null, disabledAt: null, templates: [{ id: templateId }] },
      ...{ badges: [], permissions: [], plan: { slug: 'plus-monthly' } },
    })
    const id = reward?.id ?? ''
    expect(added).toMatchObject([
      { act: 'createReward', subjectId: id, details: { name: 'Spring', maxRedemptions: 3 } },
    ])

    const person = await aUser(app)
    const client = aGraphClient(app, person.api)
    const { redeemReward } = await client.run(Redeem, { input: { code } })
    expect(redeemReward).toMatchObject({
      ...{ templates: [{ id: templateId }], badges: [], tokens: 40, permissions: [] },
      subscription: { plan: { slug: 'plus-monthly' } },
    })
    expect((await person.api.call('getInventory')).totalCount).toBe(2)
    const again = await client.send('mutation R($code: String!) { redeemReward(input: { code: $code }) { tokens } }', {
      code,
    })
    expect(again.errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'ALREADY_REDEEMED' } }])

    const disabled = await auditRowsAddedBy(app, () => admin.run(Disable, { input: { rewardId: id } }))
    const { reward: after } = disabled.answer.disableReward
    expect(after).toMatchObject({ id, state: 'DISABLED', redemptionCount: 1 })
    expect(disabled.added).toMatchObject([{ act: 'disableReward', subjectId: id, details: { redemptions: 1 } }])
    const { disableReward } = await admin.run(Disable, { input: { rewardId: id } })
    expect(disableReward.reward?.disabledAt).toBe(after?.disabledAt)
    expect(await (await aUser(app)).api.try('redeemReward', { body: { code } })).toMatchObject({ status: 404 })
    const gone = { rewardId: id.replace(/.{12}$/, '0'.repeat(12)) }
    expect(await admin.refusalCodes(Disable, { input: gone })).toEqual(['NOT_FOUND'])
  })

  it('are listed for admins alone, newest first', async () => {
    const app = await anApp()
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const person = aGraphClient(app, (await aUser(app)).api)
    for (const _ of [1, 2]) await aReward(app)
    const first = await admin.run(List, { first: 1 })
    expect(first.rewards).toMatchObject({ totalCount: 2, nodes: [{ state: 'ACTIVE' }] })
    const second = await admin.run(List, { first: 1, after: first.rewards.pageInfo.endCursor ?? null })
    expect(second.rewards).toMatchObject({ nodes: [{ state: 'ACTIVE' }], pageInfo: { hasNextPage: false } })
    expect(second.rewards.nodes[0]?.id).not.toBe(first.rewards.nodes[0]?.id)
    expect(await person.refusalCodes(List, {})).toEqual(['FORBIDDEN'])
  })

  it('refuse wrong input with every fault, and the code of another reward', async () => {
    const app = await anApp()
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const issuesOf = async (input: Record<string, unknown>) => {
      const { errors } = await admin.send(Create.toString(), { input })
      const issues = Object(errors?.[0]?.extensions).issues ?? []
      return issues.map(
        (issue: { path: string[]; reason: string }) => `${issue.path.slice(1).join('.')} ${issue.reason}`,
      )
    }
    const unknown = { badge: `bdg_${crypto.randomUUID()}`, permission: `prms_${crypto.randomUUID()}` }
    const draft = await aTemplate(app, { status: 'draft' })
    expect(
      await issuesOf({
        ...{ name: ' ', code: 'A-----B', templateIds: [draft], quantity: 101, badgeIds: [unknown.badge], tokens: 0 },
        ...{ planId: 'splan_none', subscriptionDays: 0, permissionIds: [unknown.permission], maxRedemptions: 0 },
        ...{ beginsAt: '2100-01-02T00:00:00Z', endsAt: '2100-01-01T00:00:00Z' },
      }),
    ).toEqual([
      ...['name TOO_SHORT', 'code INVALID_CHARACTERS', 'templateIds.0 UNKNOWN_REFERENCE', 'quantity TOO_LARGE'],
      ...['badgeIds.0 UNKNOWN_REFERENCE', 'tokens TOO_SMALL', 'planId UNKNOWN_REFERENCE', 'subscriptionDays TOO_SMALL'],
      ...['permissionIds.0 UNKNOWN_REFERENCE', 'maxRedemptions TOO_SMALL', 'endsAt WRONG_ORDER'],
    ])
    expect(await issuesOf({ name: 'Nothing' })).toEqual(['templateIds REQUIRED'])
    expect(await issuesOf({ name: 'x'.repeat(101), tokens: 1, subscriptionDays: 3 })).toEqual([
      'name TOO_LONG',
      'subscriptionDays WRONG_COMBINATION',
    ])
    expect(await issuesOf({ name: 'Late', tokens: 1, endsAt: '2001-01-01T00:00:00Z' })).toEqual(['endsAt WRONG_ORDER'])
    const past = { beginsAt: '2001-01-01T00:00:00Z', endsAt: '2001-01-02T00:00:00Z' }
    expect(await issuesOf({ name: 'Late', tokens: 1, ...past })).toEqual(['endsAt IN_PAST'])
    const twice = await aTemplate(app)
    expect(await issuesOf({ name: 'Twice', templateIds: [twice, twice] })).toEqual(['templateIds.1 DUPLICATE_ENTRIES'])
    const many = Array.from({ length: 21 }, () => `bdg_${crypto.randomUUID()}`)
    expect(await issuesOf({ name: 'Many', badgeIds: many })).toEqual(['badgeIds TOO_MANY_ENTRIES'])
    await aReward(app, { code: 'Spring-2030', tokens: 1 })
    expect(await issuesOf({ name: 'Copy', tokens: 1, code: 'SPRING2030' })).toEqual(['code ALREADY_EXISTS'])
    expect(await app.scope().db.reward.count()).toBe(1)
  })
})

it('keeps codes out of the database and the log', async () => {
  const { log, lines } = aLogRecorder()
  const app = await anApp({ LOG_LEVEL: 'debug' }, { log })
  const admin = aGraphClient(app, (await anAdmin(app)).api)
  const chosen = 'MIDSUMMER-NIGHT-7'
  const { createReward } = await admin.run(Create, { input: { name: 'Summer', tokens: 1, code: chosen } })
  expect(createReward.code).toBe(chosen)
  const { code: random } = await aReward(app)
  const missed = 'NEARLY-RIGHT-GUESS'
  for (const code of [chosen, random, missed]) {
    const person = await aUser(app)
    await person.api.try('redeemReward', { body: { code } })
    await aGraphClient(app, person.api).send(
      'mutation R($code: String!) { redeemReward(input: { code: $code }) { tokens } }',
      {
        code,
      },
    )
  }
  await admin.send(Create.toString(), { input: { name: 'Summer', tokens: 1, code: chosen } })
  const [stored, logged] = [await everything(app), JSON.stringify(lines).toLowerCase()]
  expect(stored).toContain('summer')
  for (const code of [chosen, random, missed])
    for (const text of [code.toLowerCase(), code.toLowerCase().replaceAll('-', '')]) {
      expect({ text, isStored: stored.includes(text) }).toEqual({ text, isStored: false })
      expect({ text, isLogged: logged.includes(text) }).toEqual({ text, isLogged: false })
    }
})

it('forgets what an erased person has redeemed, and still counts it', async () => {
  const app = await anApp()
  const { id, code } = await aReward(app, { tokens: 4, maxRedemptions: 1 })
  const person = await aUser(app)
  await person.api.call('redeemReward', { body: { code } })
  expect(await tokensOf(app, person)).toBe(4)
  await person.api.call('deleteUser', { userId: person.id })
  const scope = app.scope()
  await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY + HOUR) }, erasers)
  expect(await scope.db.rewardRedemption.count({ where: { userId: person.id } })).toBe(0)
  expect(await scope.db.reward.findUniqueOrThrow({ where: { id } })).toMatchObject({ redemptions: 1 })
  expect(await (await aUser(app)).api.try('redeemReward', { body: { code } })).toMatchObject({ status: 400 })
})
