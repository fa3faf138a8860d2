import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { graphql } from '../generated/index.ts'
import type { OperationName } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { auditedBy, auditRows } from '../support/audit.ts'
import { aGraph } from '../support/graph.ts'
import { aName, anAdmin, aUser, type Person } from '../support/people.ts'
import { aReport, report } from '../support/reports.ts'
import { mutations, NOTICE } from './accessGraphTable.ts'
import { table } from './accessTable.ts'
import { aHouse, type House } from './callers.ts'

const Log = graphql(`
  query AuditLog($actorId: ID, $subjectId: ID, $act: String, $first: Int, $after: String, $last: Int, $before: String) {
    auditLog(actorId: $actorId, subjectId: $subjectId, act: $act, first: $first, after: $after, last: $last, before: $before) {
      nodes { id at act actorId subjectId reportId details actor { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

/** What an admin does with the things of somebody else, or what only admins do. */
const OF_ADMINS: readonly OperationName[] = [
  'addTags',
  'addWorldTags',
  'clearFavoriteGroup',
  'closeInstance',
  'createFileVersion',
  // Of files of somebody else.
  'createProp',
  'createWorld',
  'deleteAllUserPersistenceData',
  'deleteFile',
  'deleteFileVersion',
  'deleteModerationReport',
  'deletePrint',
  'deleteProp',
  'deleteUser',
  'deleteUserPersistence',
  'deleteWorld',
  'deleteWorldPlatform',
  'editPrint',
  'publishProp',
  'publishWorld',
  'removeTags',
  'removeWorldTags',
  'resetInviteMessage',
  'setGroupGalleryFileOrder',
  'startFileDataUpload',
  'unpublishProp',
  'unpublishWorld',
  'updateAssetReviewNotes',
  'updateBadge',
  'updateFavoriteGroup',
  'updateInviteMessage',
  'updateProp',
  'updateUser',
  'updateWorld',
]

/** The same in the graph, where an act goes by another name. */
const RENAMED: Readonly<Record<string, string>> = {
  deleteAccount: 'deleteUser',
  deleteWorldPersistence: 'deleteAllUserPersistenceData',
}

/** What is an admin's in the graph alone. */
const IN_GRAPH: readonly string[] = [
  'addReportNote',
  'assignReport',
  'awardBadge',
  'changeBadge',
  'closeReport',
  'createAdminAssetBundle',
  'createBadge',
  'createInfoPush',
  'createPermission',
  'deleteAdminAssetBundle',
  'deleteInfoPush',
  'grantPermission',
  'hideContent',
  'revokePermission',
  'sendNotification',
  'setConfigEntry',
  'setFrontendAsset',
  'showContent',
  'suspendUser',
  'unsuspendUser',
  'updateInfoPush',
  'updatePermission',
  // Of a file of somebody else, which goes away for it.
  'uploadImage',
  'uploadPrint',
  'warnUser',
  'withdrawBadge',
]

const app = await anApp()
const rows = () => auditRows(app)
/** What an act has added to the log. */
const written = <R>(act: () => Promise<R>) => auditedBy(app, act)

describe('over REST', () => {
  let house: House
  beforeAll(async () => {
    house = await aHouse(app)
  })

  const names = Object.keys(contract)
    .filter((name): name is OperationName => name in table)
    .filter((name) => contract[name].method !== 'get')
    .sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))

  it('knows every act of an admin', () => {
    expect(OF_ADMINS.filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(names)('%s', async (name) => {
    const { answer, added } = await written(() => house.as('admin').try(name, table[name].call?.(house.things)))
    const isOne = OF_ADMINS.includes(name)
    if (isOne) expect(answer).toMatchObject({ status: 200 })
    expect(added.map(({ act }) => act)).toEqual(isOne ? [name] : [])
  })

  it('writes nothing of what owners do themselves', async () => {
    const owner = await aHouse(app)
    const own = names.filter((name) => OF_ADMINS.includes(name) && contract[name].access !== 'admin')
    const { answer, added } = await written(async () => {
      const statuses: number[] = []
      for (const name of own)
        statuses.push((await owner.as('owner').try(name, table[name].call?.(owner.things))).status)
      return statuses
    })
    expect(answer).toEqual(own.map((name) => table[name].answers[3]))
    expect(added).toEqual([])
  })
})

describe('in the graph', () => {
  let house: House
  beforeAll(async () => {
    house = await aHouse(app)
    const { db, now } = app.scope()
    await db.infoPush.create({ data: { id: NOTICE, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
  })

  const actOf = (name: string) => {
    if (RENAMED[name]) return RENAMED[name]
    return IN_GRAPH.includes(name) || OF_ADMINS.some((one) => one === name) ? name : null
  }

  it('knows every act that is for admins alone', () => {
    const fields = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {}
    const forAdmins = Object.values(fields).filter(({ description }) => description?.endsWith('Admins only.'))
    expect(forAdmins.length).toBeGreaterThan(20)
    expect(forAdmins.map(({ name }) => name).filter((name) => actOf(name) === null)).toEqual([])
  })

  it.each(Object.entries(mutations))('%s', async (name, [field]) => {
    const { answer, added } = await written(() =>
      aGraph(app, house.as('admin')).send(`mutation { ${field(house.things)} }`),
    )
    const act = actOf(name)
    if (act !== null) expect(answer).not.toHaveProperty('errors')
    expect(added.map((row) => row.act)).toEqual(act === null ? [] : [act])
  })
})

describe('the audit log', () => {
  let admin: Person
  let ada: Person
  beforeAll(async () => {
    admin = await anAdmin(app)
    ada = await aUser(app)
  })

  const mutation = (text: string, person = admin) => aGraph(app, person.api).send(`mutation { ${text} }`)

  test('says who did what to whom and because of what, by ids and numbers', async () => {
    const reportId = await report(await aUser(app), aReport(ada.id))
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const { added } = await written(() =>
      mutation(
        `suspendUser(input: { userId: "${ada.id}", until: "${until}", reason: "A secret of theirs", reportId: "${reportId}" }) { report { id } }`,
      ),
    )
    expect(added).toMatchObject([
      { actorId: admin.id, act: 'suspendUser', subjectId: ada.id, reportId, details: { until } },
    ])
    const { added: changed } = await written(() =>
      admin.api.call('updateUser', { userId: ada.id, body: { bio: 'A secret of theirs' } }),
    )
    expect(changed).toMatchObject([{ act: 'updateUser', details: { fields: ['bio'] } }])
    expect(JSON.stringify(await rows())).not.toContain('secret')
  })

  test('has nothing of what was refused or taken back', async () => {
    const [own, name] = [await report(await aUser(app), aReport(ada.id)), aName()]
    const badge = `createBadge(input: { name: "${name}", description: "", imageUrl: "" }) { id }`
    await mutation(badge)
    const { answer, added } = await written(async () => [
      await mutation(badge),
      await mutation(badge, ada),
      await mutation(`grantPermission(input: { permissionId: "${own}", userId: "${ada.id}" }) { id }`),
      await mutation(`suspendUser(input: { userId: "${admin.id}", reason: "r" }) { report { id } }`),
      await mutation(`closeReport(input: { reportId: "${own}", reason: " " }) { id }`),
      await mutation(`hideContent(input: { contentId: "${own}" }) { report { id } }`),
    ])
    expect(answer).toMatchObject(Array.from({ length: 6 }, () => ({ errors: [{}] })))
    expect(added).toEqual([])
  })

  test('has what admins give themselves, and not what everybody may', async () => {
    const tags = (...all: string[]) => admin.api.call('addTags', { userId: admin.id, body: { tags: all } })
    expect((await written(() => tags('language_eng'))).added).toEqual([])
    expect((await written(() => tags('admin_moderator'))).added).toMatchObject([
      { act: 'addTags', subjectId: admin.id },
    ])
    const update = (body: object) => admin.api.try('updateUser', { userId: admin.id, body })
    expect((await written(() => update({ bio: 'mine' }))).added).toEqual([])
    expect((await written(() => update({ tags: ['language_eng', 'admin_moderator'] }))).added).toEqual([])
    expect((await written(() => update({ tags: ['language_eng'] }))).added).toMatchObject([{ act: 'updateUser' }])
  })

  test.each([
    ['changed', `UPDATE "AuditEntry" SET act = 'nothing'`],
    ['removed', 'DELETE FROM "AuditEntry"'],
    ['emptied', 'TRUNCATE "AuditEntry"'],
  ])('can not be %s, whoever asks the database', async (_what, statement) => {
    const before = await rows()
    expect(before.length).toBeGreaterThan(50)
    await expect(app.scope().client.$executeRawUnsafe(statement)).rejects.toThrow(/append-only/)
    expect(await rows()).toEqual(before)
  })

  test('is read by admins, the latest first, in pages and by actor, subject and act', async () => {
    const graph = aGraph(app, admin.api)
    const all = (await rows()).filter(({ actorId }) => actorId === admin.id).toReversed()
    const whole = await graph.run(Log, { actorId: admin.id, first: 100 })
    expect(whole.auditLog?.nodes.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(whole.auditLog?.nodes[0]).toMatchObject({ actorId: admin.id, actor: { id: admin.id } })
    const ids = async (variables: object) => {
      const { auditLog } = await graph.run(Log, { actorId: admin.id, ...variables })
      return { ids: auditLog?.nodes.map(({ id }) => id), page: auditLog?.pageInfo }
    }
    const first = await ids({ first: 2 })
    expect(first).toMatchObject({ ids: all.slice(0, 2).map(({ id }) => id), page: { hasNextPage: true } })
    const second = await ids({ first: 2, after: first.page?.endCursor })
    expect(second.ids).toEqual(all.slice(2, 4).map(({ id }) => id))
    expect((await ids({ last: 2, before: second.page?.startCursor })).ids).toEqual(first.ids)
    expect((await ids({ subjectId: ada.id, act: 'suspendUser' })).ids).toHaveLength(1)
    expect((await ids({ act: 'nothing' })).ids).toEqual([])
    expect(await graph.refused(Log, { after: 'bm9uc2Vuc2U' })).toEqual(['BAD_INPUT'])
    expect(await aGraph(app, (await aUser(app)).api).refused(Log, {})).toEqual(['FORBIDDEN'])
  })
})
