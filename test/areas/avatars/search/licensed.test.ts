import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aWearLicense } from '../../../support/avatarLists.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { aName, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
let author: TestUser
let holder: TestUser
beforeAll(async () => {
  ;[author, holder] = [await aUser(app), await aUser(app)]
})

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY)
const licensedOf = ({ api }: TestUser, query: Record<string, string> = {}) => api.call('getLicensedAvatars', { query })
const idsOf = async (by: TestUser, query: Record<string, string> = {}) =>
  (await licensedOf(by, query)).map(({ id }) => id)
const aPrivateAvatar = () => anAvatar(app, author, { releaseStatus: 'private' })

/** A group that licenses these avatars, or other groups. */
async function aLicenseGroup(forType: 'avatar' | 'licenseGroup', ids: readonly string[]) {
  const { db, now } = app.scope()
  const id = newId('licenseGroup', now)
  const licenses = {
    create: ids.map((forId) => ({ forType, forId, forAction: forType === 'avatar' ? 'wear' : 'have' })),
  }
  await db.licenseGroup.create({ data: { id, name: aName(), createdAt: now, updatedAt: now, licenses } })
  return id
}

describe('getLicensedAvatars', () => {
  it('lists what the viewer has a license for, the latest license first, in pages, without addresses', async () => {
    const ids = [await aPrivateAvatar(), await anAvatar(app, author), await aPrivateAvatar()] as const
    const [old, middle, latest] = ids
    await aPackageOf(app, latest)
    for (const [at, id] of ids.entries()) await aWearLicense(app, holder, id, { at: daysAgo(3 - at) })
    expect(await idsOf(holder)).toEqual([latest, middle, old])
    expect(await idsOf(holder, { n: '1', offset: '1' })).toEqual([middle])
    const [first] = await licensedOf(holder)
    expect(first).toMatchObject({ lock: false, releaseStatus: 'private', unityPackages: [{ variant: 'security' }] })
    expect(JSON.stringify(first)).not.toContain('files.example')
    await aWearLicense(app, holder, old)
    expect(await idsOf(holder)).toEqual([old, latest, middle])
    expect(await idsOf(author)).toEqual([])
  })

  it('leaves out licenses that have ended, and hidden avatars', async () => {
    const person = await aUser(app)
    const [ended, held, hidden] = [await aPrivateAvatar(), await aPrivateAvatar(), await aPrivateAvatar()]
    await aWearLicense(app, person, ended, { at: daysAgo(2), until: app.clock.now() })
    await aWearLicense(app, person, held, { at: daysAgo(1), until: daysAgo(-1) })
    await aWearLicense(app, person, hidden)
    expect(await idsOf(person)).toEqual([hidden, held])
    await app.scope().db.avatar.update({ where: { id: hidden }, data: { releaseStatus: 'hidden' } })
    expect(await idsOf(person)).toEqual([held])
    app.clock.advance(DAY)
    expect(await idsOf(person)).toEqual([])
  })

  it('opens license groups within license groups, and lists each avatar once', async () => {
    const person = await aUser(app)
    const [inner, both] = [await aPrivateAvatar(), await aPrivateAvatar()]
    const group = await aLicenseGroup('avatar', [inner, both])
    const outer = await aLicenseGroup('licenseGroup', [group])
    await aWearLicense(app, person, outer, { forType: 'licenseGroup', at: daysAgo(2) })
    await aWearLicense(app, person, both, { at: daysAgo(1) })
    expect(await idsOf(person)).toEqual([both, inner])
  })

  it.each([{ n: '0' }, { n: '101' }, { offset: 'x' }])('refuses %j', async (query) => {
    expect(await author.api.try('getLicensedAvatars', { query })).toMatchObject({ status: 400 })
  })
})
