import { describe, expect, it } from 'vitest'
import { infoPushError } from '../../../src/areas/system/graph/infoPushMutations.ts'
import {
  createInfoPush,
  deleteInfoPush,
  type NewInfoPush,
  updateInfoPush,
} from '../../../src/areas/system/infoPushes.ts'
import { addMilliseconds, HOUR } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import { scopeSourceOf } from '../../support/scopes.ts'
import { aName, anAdmin, aUser } from '../../support/users.ts'

const app = await anApp()
const person = await aUser(app)
const admin = scopeSourceOf(app, await anAdmin(app), { admin: true })

const aNotice = (notice: Partial<NewInfoPush> = {}) =>
  createInfoPush(admin(), { slug: aName('n'), data: { name: 'Hello' }, ...notice }, infoPushError)

const listed = async (query: { include?: string; require?: string }) =>
  (await person.api.call('getInfoPush', { query })).map(({ id }) => id)

describe('getInfoPush', () => {
  it('needs a session', async () => {
    expect(await aRestClient(app).try('getInfoPush', { query: { include: 'a' } })).toMatchObject({
      status: 401,
      body: { error: { message: '"Missing Credentials"', status_code: 401 } },
    })
  })

  it('lists nothing without include, even with require', async () => {
    const tag = aName()
    await aNotice({ tags: [tag] })
    expect(await listed({})).toEqual([])
    expect(await listed({ include: '' })).toEqual([])
    expect(await listed({ include: ' , ' })).toEqual([])
    expect(await listed({ require: tag })).toEqual([])
  })

  it('lists notices with any tag of include, highest priority first', async () => {
    const [one, other, neither] = [aName(), aName(), aName()]
    const low = await aNotice({ tags: [one], priority: 1 })
    const high = await aNotice({ tags: [other, neither], priority: 2 })
    await aNotice({ tags: [neither], priority: 3 })
    expect(await listed({ include: `${one},${other}` })).toEqual([high.id, low.id])
  })

  it('lists only notices with every tag of require', async () => {
    const [tag, first, second] = [aName(), aName(), aName()]
    const both = await aNotice({ tags: [tag, first, second] })
    await aNotice({ tags: [tag, first] })
    expect(await listed({ include: tag, require: `${first}, ${second}` })).toEqual([both.id])
  })

  it('shows a notice only while it is enabled, public and within its dates', async () => {
    const tags = [aName()]
    const now = app.clock.now()
    await aNotice({ tags, isEnabled: false })
    await aNotice({ tags, releaseStatus: 'hidden' })
    await aNotice({ tags, releaseStatus: 'private' })
    await aNotice({ tags, endDate: addMilliseconds(now, -HOUR) })
    const soon = await aNotice({ tags, startDate: addMilliseconds(now, HOUR), endDate: addMilliseconds(now, 3 * HOUR) })
    expect(await listed({ include: tags.join() })).toEqual([])
    app.clock.advance(2 * HOUR)
    expect(await listed({ include: tags.join() })).toEqual([soon.id])
    app.clock.advance(2 * HOUR)
    expect(await listed({ include: tags.join() })).toEqual([])
  })

  it('returns the documented record, with a new hash after a change of content', async () => {
    const tags = [aName()]
    const data = { name: 'Hello', onPressed: { command: 'OpenURL', parameters: ['http://plaza.test'] } }
    const { id } = await aNotice({ tags, data })
    const [before] = await person.api.call('getInfoPush', { query: { include: tags.join() } })
    expect(before).toMatchObject({ id, data, tags, isEnabled: true, priority: 0, releaseStatus: 'public' })
    expect(before).not.toHaveProperty('startDate')
    await updateInfoPush(admin(), { id, data: { name: 'Bye' } }, infoPushError)
    const [after] = await person.api.call('getInfoPush', { query: { include: tags.join() } })
    expect(after?.data).toEqual({ name: 'Bye' })
    expect(after?.hash).not.toBe(before?.hash)
    await deleteInfoPush(admin(), id)
    expect(await listed({ include: tags.join() })).toEqual([])
  })
})

describe('changing notices', () => {
  it('is for admins', async () => {
    const { id } = await aNotice()
    const scope = scopeSourceOf(app, person)()
    const refusal = { kind: 'forbidden', reason: 'admin_only' }
    await expect(createInfoPush(scope, { slug: aName(), data: {} }, infoPushError)).rejects.toMatchObject(refusal)
    await expect(updateInfoPush(scope, { id, priority: 1 }, infoPushError)).rejects.toMatchObject(refusal)
    await expect(deleteInfoPush(scope, id)).rejects.toMatchObject(refusal)
    await expect(deleteInfoPush(app.scope(), id)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it.each<[string, Partial<NewInfoPush>]>([
    ['slug', { slug: 'Not A Slug' }],
    ['data', { data: { onPressed: { command: 'Format' } } }],
    ['data', { data: 'text' }],
    ['tags', { tags: ['a,b'] }],
    ['tags', { tags: [''] }],
    ['priority', { priority: 1.5 }],
    ['releaseStatus', { releaseStatus: 'all' }],
    ['endDate', { startDate: new Date(2), endDate: new Date(1) }],
  ])('refuses a malformed %s: %o', async (field, change) => {
    await expect(aNotice(change)).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: expect.arrayContaining([field]) }],
    })
  })

  it('refuses an end date before the start date', async () => {
    const { id } = await aNotice({ startDate: new Date(5_000) })
    const backwards = { id, priority: 9, endDate: new Date(4_000) }
    await expect(updateInfoPush(admin(), backwards, infoPushError)).rejects.toMatchObject({
      issues: [{ path: ['endDate'] }],
    })
    expect(await app.scope().db.infoPush.findUnique({ where: { id } })).toMatchObject({ priority: 0, endDate: null })
  })

  it('succeeds once for concurrent creations of a slug', async () => {
    const slug = aName('n')
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => aNotice({ slug })))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason.kind] : []))
    expect(new Set(reasons)).toEqual(new Set(['conflict']))
  })

  it('is 404 for an unknown notice', async () => {
    const missing = { kind: 'missing', message: 'Information notice not found' }
    await expect(updateInfoPush(admin(), { id: 'none' }, infoPushError)).rejects.toMatchObject(missing)
    await expect(deleteInfoPush(admin(), 'none')).rejects.toMatchObject(missing)
  })
})
