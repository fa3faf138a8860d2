import { beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { nameKey } from '../../../src/areas/accounts/account/names.ts'
import { erasers } from '../../../src/areas/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let viewer: TestUser

beforeAll(async () => {
  viewer = await aUser(app)
})

/** People without a login, to be found by searches. */
async function known(as: string, traits: { developerType?: string } = {}): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('user', now)
  const names = { username: id, usernameKey: id, displayName: as, displayNameKey: nameKey(as) }
  await db.user.create({ data: { id, ...names, currentAvatar: '', createdAt: now, updatedAt: now, ...traits } })
  return id
}

const names = async (query: Record<string, string | number>) => {
  const { status, body } = await viewer.api.try('searchUsers', { query })
  expect(status).toBe(200)
  return Array.isArray(body) ? body.map((found) => found.displayName) : body
}

describe('searchUsers', () => {
  it('lists nobody without a search text', async () => {
    for (const query of [{}, { search: '' }, { search: '   ' }, { n: 5 }, { search: '', developerType: 'none' }])
      expect(await names(query)).toEqual([])
  })

  it('finds people by any part of their display name, regardless of case and form', async () => {
    await known('Ærøskøbing')
    await known('日本語ユーザー')
    for (const search of ['ærø', 'ÆRØ', 'købing', 'Ærøskøbing', ' ærø '])
      expect(await names({ search })).toEqual(['Ærøskøbing'])
    for (const search of ['日', '本語', 'ﾕｰｻﾞｰ', 'ユーザー']) expect(await names({ search })).toEqual(['日本語ユーザー'])
    expect(await names({ search: 'ærøx' })).toEqual([])
  })

  it('does not search by username, e-mail address or bio', async () => {
    const person = await aUser(app)
    await person.api.call('updateUser', {
      userId: person.id,
      body: { displayName: 'Unlike Itself', currentPassword: person.password, bio: 'zebracorn' },
    })
    for (const search of [person.username, person.email, '@plaza.test', 'zebracorn'])
      expect(await names({ search })).toEqual([])
    expect(await names({ search: 'unlike it' })).toEqual(['Unlike Itself'])
  })

  it('takes wildcards of LIKE literally', async () => {
    await known('wild%card')
    await known('wild_card')
    await known('wild\\card')
    expect(await names({ search: 'wild%' })).toEqual(['wild%card'])
    expect(await names({ search: 'wild_' })).toEqual(['wild_card'])
    expect(await names({ search: 'wild\\' })).toEqual(['wild\\card'])
    expect(await names({ search: '%' })).toEqual(['wild%card'])
    expect(await names({ search: '\\' })).toEqual(['wild\\card'])
    expect(await names({ search: "'; --" })).toEqual([])
  })

  it('filters by developer type', async () => {
    await known('devnone')
    await known('devmod', { developerType: 'moderator' })
    expect(await names({ search: 'dev', developerType: 'moderator' })).toEqual(['devmod'])
    expect(await names({ search: 'dev', developerType: 'none' })).toEqual(['devnone'])
    expect(await names({ search: 'dev', developerType: '' })).toEqual(['devmod', 'devnone'])
    expect(await names({ search: 'dev', developerType: 'wizard' })).toEqual([])
    expect(await names({ search: 'dev', isInternalVariant: 'false' })).toEqual(['devmod', 'devnone'])
  })

  it('finds neither system users nor erased people', async () => {
    expect(await names({ search: 'plaza' })).toEqual([])
    const leaving = await aUser(app, { username: 'leavingsoon' })
    await leaving.api.call('deleteUser', { userId: leaving.id })
    expect(await names({ search: 'leavingsoon' })).toEqual(['leavingsoon'])
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + 15 * 86_400_000) }, erasers)
    for (const search of ['leavingsoon', 'deleted', leaving.id]) expect(await names({ search })).toEqual([])
  })

  it('shows only the fields of a search result', async () => {
    await known('fieldwise')
    const [found] = await viewer.api.call('searchUsers', { query: { search: 'fieldwise' } })
    expect(Object.keys(found ?? {}).sort()).toEqual([
      'bannerType',
      'bannerUrl',
      'bio',
      'bioLinks',
      'currentAvatarImageUrl',
      'currentAvatarTags',
      'currentAvatarThumbnailImageUrl',
      'developerType',
      'displayName',
      'id',
      'isFriend',
      'last_platform',
      'profilePicOverride',
      'pronouns',
      'status',
      'statusDescription',
      'tags',
      'userIcon',
    ])
  })

  it('lists a hundred people in order, page by page, without gaps and without repeating', async () => {
    const wanted = Array.from({ length: 100 }, (_, at) => `page ${String(at).padStart(3, '0')}`)
    const { db, now } = app.scope()
    const data = wanted.map((displayName) => {
      const id = newId('user', now)
      return {
        id,
        username: id,
        usernameKey: id,
        displayName,
        displayNameKey: displayName,
        currentAvatar: '',
        createdAt: now,
        updatedAt: now,
      }
    })
    await db.user.createMany({ data: data.reverse() })
    expect(await names({ search: 'page ' })).toEqual(wanted.slice(0, 60))
    expect(await names({ search: 'page ', n: 100 })).toEqual(wanted)
    expect(await names({ search: 'page ', n: 1 })).toEqual(wanted.slice(0, 1))
    const pages: unknown[] = []
    for (let offset = 0; offset < 110; offset += 7) pages.push(await names({ search: 'page ', n: 7, offset }))
    expect(pages.flat()).toEqual(wanted)
    expect(await names({ search: 'page ', offset: 100 })).toEqual([])
    expect(await names({ search: 'page ', offset: '9999999999999999999' })).toEqual([])
  })
})

describe('the page of a list', () => {
  it.each([
    ['0', "n must be a positive integer: '0'"],
    ['-1', "n must be a positive integer: '-1'"],
    ['abc', "n must be a positive integer: 'abc'"],
    ['', "n must be a positive integer: ''"],
    ['1.5', "n must be a positive integer: '1.5'"],
    ['1e2', "n must be a positive integer: '1e2'"],
    [' 5', "n must be a positive integer: ' 5'"],
    ['٣', "n must be a positive integer: '٣'"],
    ['101', 'n=101 is much too high, the most is 100'],
    ['1000', 'n=1000 is much too high, the most is 100'],
    ['99999999999999999999', 'n=99999999999999999999 is much too high, the most is 100'],
  ])('refuses n=%j', async (n, message) => {
    for (const search of ['page ', ''])
      expect(await viewer.api.try('searchUsers', { query: { search, n } })).toMatchObject(refusal(400, message))
    expect(await viewer.api.try('getUserNotes', { query: { n } })).toMatchObject(refusal(400, message))
  })

  it.each(['-1', 'abc', '', '0.5', 'NaN', '0x10'])('refuses offset=%j', async (offset) => {
    const said = refusal(400, `offset must be an integer of 0 or more: '${offset}'`)
    expect(await viewer.api.try('searchUsers', { query: { search: 'x', offset } })).toMatchObject(said)
    expect(await viewer.api.try('getUserNotes', { query: { offset } })).toMatchObject(said)
  })

  it('refuses a boolean that is neither true nor false', async () => {
    const said = refusal(400, 'isInternalVariant must be true or false')
    for (const isInternalVariant of ['yes', '1', '', 'on'])
      expect(await viewer.api.try('searchUsers', { query: { search: 'x', isInternalVariant } })).toMatchObject(said)
  })

  it('uses the first of a repeated parameter, and ignores unknown ones', async () => {
    const { body } = await viewer.api.fetch(
      '/api/1/users?search=page%20&n=2&n=3&n=abc&apiKey=JlE5&n[]=9&__proto__=1&constructor=2',
    )
    expect(body).toHaveLength(2)
  })
})
