import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { MOST_THEMES } from '../../../src/areas/profiles/themes.ts'
import { MOST_TUTORIALS } from '../../../src/areas/profiles/tutorials.ts'
import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { newUuid } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aSubscription, payloadsOf } from '../../support/graphSubscriptions.ts'
import { mutate, query, refusedMutation } from '../../support/jams.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const NOW = new Date()
const SEA = { name: 'Sea', buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: 'a9a9a9' }
const notFound = refusal(404, 'Theme not found')

const aTheme = ({ api }: TestUser, fields: object = {}) =>
  api.call('createProfileTheme', { body: { ...SEA, ...fields } })
const selfOf = ({ id: userId, api }: TestUser) => api.call('getPublicProfile', { userId, query: { asSelf: 'true' } })

const THEMES = '{ profileThemes { name isWorn } }'

/** What a subscription is told of the themes of a person after each of some acts. */
async function toldAfter(person: TestUser, acts: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const live = await aSubscription(app, person, `subscription { viewerChanged ${THEMES} }`)
  const told: unknown[] = []
  for (const act of acts) {
    await act()
    await live.until((messages) => payloadsOf(messages, 'viewerChanged').length > told.length)
    const payloads = payloadsOf(live.messages, 'viewerChanged')
    while (told.length < payloads.length) told.push(payloads.at(-1)?.profileThemes)
  }
  return told
}

describe('events of themes', () => {
  it('tell of themes that were made, changed, worn, taken off and deleted', async () => {
    const person = await aUser(app)
    const { api, id: userId } = person
    const wear = (themeId: string) => api.call('updateProfile', { userId, body: { themeId } })
    const { id: sea } = await aTheme(person)
    const { id: themeId } = await aTheme(person, { name: 'Sand' })
    const told = await toldAfter(person, [
      () => api.call('updateProfileTheme', { themeId, body: { name: 'Dune' } }),
      () => wear(themeId),
      () => wear(''),
      () => wear(sea),
      () => api.call('deleteProfileTheme', { themeId: sea }),
      () => aTheme(person, { name: 'Moss' }),
    ])
    const named = (name: string, isWorn = false) => ({ name, isWorn })
    expect(told.map((themes) => [...Object(themes)].sort((one, other) => (one.name < other.name ? -1 : 1)))).toEqual([
      [named('Dune'), named('Sea')],
      [named('Dune', true), named('Sea')],
      [named('Dune'), named('Sea')],
      [named('Dune'), named('Sea', true)],
      [named('Dune')],
      [named('Dune'), named('Moss')],
    ])
  })
})

describe('themes', () => {
  it('are made, worn, changed and deleted by the person', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const theme = await aTheme(person, { buttonColor: '#064B5C' })
    expect(theme).toEqual({ ...SEA, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const themeId = theme.id
    await person.api.call('updateProfile', { userId: person.id, body: { themeId } })
    const worn = { themeId, themeButtonColor: '064b5c', themeIconColor: '6ae3f9', themeSubtextColor: 'a9a9a9' }
    expect(await other.api.call('getPublicProfile', { userId: person.id, query: {} })).toMatchObject(worn)
    const changed = await person.api.call('updateProfileTheme', {
      themeId,
      body: { name: 'Lake', iconColor: 'ffffff' },
    })
    expect(changed).toEqual({ ...theme, name: 'Lake', iconColor: 'ffffff' })
    expect(await selfOf(person)).toMatchObject({ ...worn, themeIconColor: 'ffffff', themes: [changed] })
    const success = { message: 'Theme deleted.', status_code: 200 }
    expect(await person.api.call('deleteProfileTheme', { themeId })).toEqual({ success })
    expect(await selfOf(person)).toMatchObject({ themeId: '', themeButtonColor: '', themes: [] })
  })

  it('are nobody else’s to wear, change or delete', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const { id: themeId } = await aTheme(person)
    expect(await other.api.try('updateProfile', { userId: other.id, body: { themeId } })).toMatchObject({ status: 400 })
    for (const id of [themeId, newUuid(NOW), 'theme']) {
      expect(await other.api.try('updateProfileTheme', { themeId: id, body: {} })).toMatchObject(notFound)
      expect(await other.api.try('deleteProfileTheme', { themeId: id })).toMatchObject(notFound)
    }
    expect((await selfOf(person)).themes).toHaveLength(1)
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(13) }],
    ['buttonColor', { buttonColor: '' }],
    ['iconColor', { iconColor: 'blue' }],
    ['subtextColor', { subtextColor: undefined }],
  ])('have no wrong %s', async (field, fields) => {
    const { api } = await aUser(app)
    expect(await api.try('createProfileTheme', { body: { ...SEA, ...fields } })).toMatchObject(
      refusal(400, new RegExp(field)),
    )
  })

  it('are ten at most, also when they are made at once', async () => {
    const person = await aUser(app)
    const attempts = Array.from({ length: MOST_THEMES + 5 }, () => person.api.try('createProfileTheme', { body: SEA }))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_THEMES)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect((await selfOf(person)).themes).toHaveLength(MOST_THEMES)
  })

  it('are nodes of the graph', async () => {
    const person = await aUser(app)
    const { payload } = await mutate(app, person, 'createProfileTheme { theme { id name buttonColor } }', SEA)
    const theme = Object(payload).theme
    expect(theme).toEqual({ id: expect.stringMatching(/^pthm_/), name: 'Sea', buttonColor: '064b5c' })
    const { id: themeId } = theme
    await mutate(app, person, 'updateProfile', { themeId })
    const renamed = await mutate(app, person, 'updateProfileTheme { theme { name } }', { themeId, name: 'Lake' })
    expect(renamed.payload).toEqual({ theme: { name: 'Lake' } })
    const text = `query($id: ID!) { node(id: $id) { id }
      viewer { profile { themeColors { button icon subtext } } profileThemes { id name isWorn } } }`
    expect(await query(app, person, text, { id: themeId })).toEqual({
      node: { id: themeId },
      viewer: {
        profile: { themeColors: { button: '064b5c', icon: '6ae3f9', subtext: 'a9a9a9' } },
        profileThemes: [{ id: themeId, name: 'Lake', isWorn: true }],
      },
    })
    expect((await query(app, await aUser(app), text, { id: themeId })).node).toBeNull()
    const deleted = await mutate(app, person, 'deleteProfileTheme { deletedThemeId }', { themeId })
    expect(deleted.payload).toEqual({ deletedThemeId: themeId })
    expect(await refusedMutation(app, person, 'deleteProfileTheme', { themeId })).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'THEME_NOT_FOUND',
    })
  })
})

describe('tutorials', () => {
  it('are told to the person by key, the last one last', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const status = () => person.api.call('getUserTutorialStatus', { userId: person.id })
    expect(await status()).toEqual({
      completed: false,
      completedAnyTutorial: false,
      completedTutorials: [],
      tutorialKey: 'undefined:undefined:v1',
    })
    const keys = ['web:worlds:v1', 'android:first-steps:v2']
    for (const key of [...keys, 'web:worlds:v1']) await mutate(app, person, 'completeTutorial', { key })
    expect(await status()).toEqual({
      completed: true,
      completedAnyTutorial: true,
      completedTutorials: keys,
      tutorialKey: 'android:first-steps:v2',
    })
    expect(await query(app, person, '{ viewer { tutorials } }')).toEqual({ viewer: { tutorials: keys } })
    expect(await other.api.try('getUserTutorialStatus', { userId: person.id })).toMatchObject({ status: 403 })
    expect(await refusedMutation(app, person, 'completeTutorial', { key: 'worlds' })).toEqual({
      code: 'BAD_INPUT',
      reason: 'MALFORMED',
      fields: ['key'],
    })
  })

  it('are 50 at most', async () => {
    const person = await aUser(app)
    const rows = Array.from({ length: MOST_TUTORIALS }, (_, at) => `web:tutorial-${at}:v1`)
    const { db } = app.scope()
    await db.tutorialCompletion.createMany({ data: rows.map((key) => ({ userId: person.id, key, completedAt: NOW })) })
    expect((await mutate(app, person, 'completeTutorial', { key: 'web:tutorial-3:v1' })).error).toBeUndefined()
    expect(await refusedMutation(app, person, 'completeTutorial', { key: 'web:other:v1' })).toMatchObject({
      reason: 'LIMIT_REACHED',
    })
  })
})

describe('the erasure of an account', () => {
  it('takes themes, tutorials and the look of the profile', async () => {
    const person = await aUser(app)
    const { id: themeId } = await aTheme(person)
    await mutate(app, person, 'completeTutorial', { key: 'web:worlds:v1' })
    const body = { themeId, bannerColor: '064b5c', backgroundTextureId: 'waves' }
    await person.api.call('updateProfile', { userId: person.id, body })
    await person.api.call('deleteUser', { userId: person.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
    const where = { userId: person.id }
    expect(await scope.db.profileTheme.count({ where })).toBe(0)
    expect(await scope.db.tutorialCompletion.count({ where })).toBe(0)
    expect(await scope.db.user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({
      themeId: null,
      bannerColor: '',
      backgroundTextureId: '',
    })
  })
})
