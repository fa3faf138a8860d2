import { describe, expect, it } from 'vitest'
import { fillNameSkeletons, nameSkeleton } from '../../../../src/areas/accounts/account/names.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { insertPeople } from '../../../support/insertedUser.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aName, aRegisteredUser, aRegistration, basicAuthHeader, PASSWORD } from '../../../support/users.ts'

const app = await anApp({ REGISTRATIONS_PER_HOUR: '0' })

const register = (username: string) =>
  aRestClient(app).try('registerUserAccount', { body: { ...aRegistration(aName()), username } })
const nameOk = async (username: string) =>
  (await aRestClient(app).call('checkUserExists', { query: { username } })).nameOk
const TAKEN = refusal(400, /username: this name is taken/)

describe('a name in any script', () => {
  it.each([
    ['Hindi', 'कृष्णा'],
    ['Thai', 'สมชาย ใจดี'],
    ['Tamil', 'தமிழ்செல்வி'],
    ['Bengali', 'শ্রীকান্ত'],
    ['Burmese', 'မောင်မောင်'],
    ['Khmer', 'សុខា ស្រី'],
    ['pointed Hebrew', 'שָׁלוֹם'],
    ['Arabic', 'محمد علي'],
    ['Russian', 'Алёна_1990'],
    ['Greek', 'Αλέξανδρος'],
    ['Chinese', '王小明先生'],
    ['Japanese', '田中さんノート'],
    ['Japanese with Latin letters', 'ゆいChan田中'],
    ['Korean with Chinese and Latin letters', '김철수金Kim'],
    ['Vietnamese', 'Nguyễn Thị'],
    ['an excluded script', '𐌲𐌿𐍄𐌹𐍃𐌺'],
    ['words of two scripts', 'Иван Petrov'],
  ])('is valid: %s', async (_script, username) => {
    expect(await nameOk(username)).toBe(true)
    expect(await register(username)).toMatchObject({ status: 200, body: { username, displayName: username } })
  })

  it('is stored in NFC, and found in any form', async () => {
    const username = `Zoë ${aName('').slice(0, 8)}`
    expect(await register(username.normalize('NFD'))).toMatchObject({ status: 200, body: { username } })
    for (const name of [username, username.normalize('NFD'), username.toUpperCase().normalize('NFD')]) {
      const headers = basicAuthHeader(name, PASSWORD)
      expect(await aRestClient(app).try('getCurrentUser', { headers }), name).toMatchObject({ body: { username } })
    }
  })

  it.each([
    ['Cyrillic letters in a Latin word', 'dеmo_аdа1'],
    ['a Greek letter in a Latin word', 'αdministrator'],
    ['Latin letters in a Cyrillic word', 'Пaвел'],
    ['a Cherokee letter in a Latin word', 'Ꭺdmin'],
    ['Japanese and Cyrillic', 'さくらЯ'],
    ['a Thai mark on Latin letters', 'name\u0e34n'],
    ['piled accents', 'name\u0301\u0302\u0303\u0304'],
    ['a repeated mark', 'name\u0323\u0323'],
    ['a mark at first', '\u0301name'],
    ['invisible characters', 'na\u200dme'],
  ])('is refused with %s', async (_what, username) => {
    expect(await nameOk(username)).toBe(false)
    expect(await register(username)).toMatchObject(refusal(400, /username/))
  })
})

describe('a name that looks like one that is taken', () => {
  it.each([
    ['Cyrillic', 'aссоре', 'accope'],
    ['a digit', 'He110 You', 'Hello You'],
    ['a capital', 'deIivery', 'delivery'],
    ['two letters', 'rnessage', 'message'],
    ['Katakana', 'ニホンジン', '二ホンジン'],
  ])('is refused: %s', async (_what, fake, taken) => {
    const username = fake === 'aссоре' ? 'ассоре' : fake
    expect(await register(taken)).toMatchObject({ status: 200 })
    expect(await register(username)).toMatchObject(TAKEN)
    expect(await aRestClient(app).call('checkUserExists', { query: { username } })).toMatchObject({ userExists: true })
    const person = await aRegisteredUser(app)
    const rename = (change: object) =>
      person.api.try('updateUser', { userId: person.id, body: { ...change, currentPassword: PASSWORD } })
    expect(await rename({ username })).toMatchObject(TAKEN)
    expect(await rename({ displayName: username })).toMatchObject(refusal(400, /displayName: this name is taken/))
  })

  it('is refused like those of the platform', async () => {
    expect(await register('p1aza')).toMatchObject(TAKEN)
  })

  it('can be the own new name', async () => {
    const person = await aRegisteredUser(app, { username: 'OwnLooks1' })
    const body = { username: 'OwnLooksl', displayName: 'OwnL0oksl', currentPassword: PASSWORD }
    expect(await person.api.try('updateUser', { userId: person.id, body })).toMatchObject({ status: 200 })
  })

  it('goes to one of several who ask for it at once', async () => {
    const names = ['race 10', 'race lO', 'race IO', 'race l0']
    const answers = await runConcurrently(app, names.length, (at) => register(names[at] ?? ''))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
})

describe('names that were stored before look-alikes were refused', () => {
  it('keep their owners, and block new ones that look like them', async () => {
    const { db } = app.scope()
    const ids = await insertPeople(app, 3)
    for (const [at, name] of ['older 1', 'older l', 'other name'].entries()) {
      const names = { username: name, usernameKey: name, displayName: name, displayNameKey: name }
      await db.user.update({ where: { id: ids[at] ?? '' }, data: names })
    }
    await Promise.all([fillNameSkeletons(app.scope()), fillNameSkeletons(app.scope())])
    const rows = await db.user.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    const skeletons = rows.map(({ usernameSkeleton }) => usernameSkeleton)
    expect(skeletons.filter((skeleton) => skeleton === nameSkeleton('older 1'))).toHaveLength(1)
    expect(skeletons.filter((skeleton) => skeleton?.startsWith('usr_'))).toHaveLength(1)
    expect(skeletons).toContain(nameSkeleton('other name'))
    expect(await register('0lder I')).toMatchObject(TAKEN)
    expect(await db.user.count({ where: { usernameSkeleton: null } })).toBe(0)
  })
})
