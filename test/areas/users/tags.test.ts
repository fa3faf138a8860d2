import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()

const add = (person: TestUser, ...tags: unknown[]) => person.api.try('addTags', { userId: person.id, body: { tags } })
const remove = (person: TestUser, ...tags: unknown[]) =>
  person.api.try('removeTags', { userId: person.id, body: { tags } })
/** Tags that the own record of everybody has. */
const EVERYBODY = ['system_world_access', 'system_avatar_access']
const tagged = (tags: readonly string[]) => ({ status: 200, body: { tags: [...tags, ...EVERYBODY] } })

async function aTagged(...tags: string[]): Promise<TestUser> {
  const person = await aUser(app)
  await app.scope().db.user.update({ where: { id: person.id }, data: { tags } })
  return person
}

describe('addTags', () => {
  it('answers the own record with the tags', async () => {
    const person = await aUser(app)
    expect(await add(person, 'language_eng')).toMatchObject({
      status: 200,
      body: { id: person.id, username: person.username, tags: ['language_eng', ...EVERYBODY] },
    })
    expect(await person.api.call('getCurrentUser')).toMatchObject({ tags: ['language_eng', ...EVERYBODY] })
    expect(await (await aUser(app)).api.call('getUser', { userId: person.id })).toMatchObject({
      tags: ['language_eng'],
    })
  })

  it('adds to the present tags, each once', async () => {
    const person = await aTagged('system_trust_basic', 'language_eng')
    const all = ['system_trust_basic', 'language_eng', 'show_social_rank', 'language_deu']
    expect(await add(person, 'show_social_rank', 'language_eng', 'language_deu', 'language_deu')).toMatchObject(
      tagged(all),
    )
    expect(await add(person)).toMatchObject(tagged(all))
  })

  it.each([
    'admin_moderator',
    'system_trust_veteran',
    'system_supporter',
    'language_',
    'Language_eng',
    'language_eng ',
    'x',
    '',
    '__proto__',
  ])('refuses %j, which is not for people to give themselves', async (tag) => {
    const person = await aTagged('system_trust_basic')
    expect(await add(person, 'language_eng', tag)).toMatchObject(refusal(400, /\btags\b/))
    expect(await remove(person, tag)).toMatchObject(refusal(400, /\btags\b/))
    expect(await person.api.call('getCurrentUser')).toMatchObject({ tags: ['system_trust_basic', ...EVERYBODY] })
  })

  it.each([
    undefined,
    {},
    { tags: null },
    { tags: 'language_eng' },
    { tags: [1] },
    { tags: {} },
    { tags: Array.from({ length: 101 }, () => 'language_eng') },
  ])('refuses the body %j and names the field', async (body) => {
    const person = await aUser(app)
    for (const act of ['addTags', 'removeTags'] as const)
      expect(await person.api.try(act, { userId: person.id, body })).toMatchObject(refusal(400, /\btags\b/))
  })

  it('refuses a fourth language, and changes nothing', async () => {
    const person = await aTagged('language_eng', 'language_deu')
    expect(await add(person, 'show_social_rank', 'language_fra', 'language_jpn')).toMatchObject(
      refusal(400, 'tags: at most 3 languages'),
    )
    expect(await add(person, 'language_fra')).toMatchObject(tagged(['language_eng', 'language_deu', 'language_fra']))
    expect(await add(person, 'language_jpn')).toMatchObject(refusal(400, 'tags: at most 3 languages'))
    expect(await add(person, 'language_eng')).toMatchObject(tagged(['language_eng', 'language_deu', 'language_fra']))
  })

  it('refuses a fourth language when 20 are added at once', async () => {
    const person = await aUser(app)
    const codes = Array.from({ length: 20 }, (_, at) => `language_${String.fromCharCode(97 + at).repeat(3)}`)
    const answers = await Promise.all(codes.map((tag) => add(person, tag)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(17).fill(400)])
    const { tags } = await person.api.call('getUser', { userId: person.id })
    expect(tags).toHaveLength(3)
  })
})

describe('the tags that say that a person may create worlds and avatars', () => {
  it('are in the own record alone, and can be sent back without being stored', async () => {
    const person = await aTagged('system_trust_basic')
    const { tags } = Object((await person.api.call('getCurrentUser')) ?? {})
    expect(tags).toEqual(['system_trust_basic', ...EVERYBODY])
    const body = { tags: [...tags, 'language_eng'] }
    expect(await person.api.call('updateUser', { userId: person.id, body })).toMatchObject({
      tags: ['system_trust_basic', 'language_eng', ...EVERYBODY],
    })
    const seen = await (await aUser(app)).api.call('getUser', { userId: person.id })
    expect(seen.tags).toEqual(['system_trust_basic', 'language_eng'])
    expect(await add(person, 'system_world_access')).toMatchObject(refusal(400, /\btags\b/))
  })
})

describe('removeTags', () => {
  it('removes the named tags, and ignores absent ones', async () => {
    const person = await aTagged('system_trust_basic', 'language_eng', 'show_social_rank')
    expect(await remove(person, 'language_eng', 'language_deu')).toMatchObject(
      tagged(['system_trust_basic', 'show_social_rank']),
    )
    expect(await remove(person, 'show_social_rank')).toMatchObject(tagged(['system_trust_basic']))
    expect(await remove(person)).toMatchObject(tagged(['system_trust_basic']))
  })

  it('works for people who have too many languages', async () => {
    const person = await aTagged('language_aaa', 'language_bbb', 'language_ccc', 'language_ddd', 'language_eee')
    expect(await remove(person, 'language_aaa')).toMatchObject({ status: 200 })
    expect(await person.api.try('updateUser', { userId: person.id, body: { bio: 'as before' } })).toMatchObject({
      status: 200,
    })
  })
})

describe("another person's tags", () => {
  it('can be changed by admins only, who may change every tag', async () => {
    const [person, other, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    for (const act of ['addTags', 'removeTags'] as const) {
      const call = { userId: person.id, body: { tags: ['language_eng'] } }
      expect(await other.api.try(act, call)).toMatchObject(refusal(403, 'User ID must be your own.'))
      expect(await aRestClient(app).try(act, call)).toMatchObject(refusal(401, '"Missing Credentials"'))
    }
    const call = { userId: person.id, body: { tags: ['system_trust_known', 'admin_warned'] } }
    expect(await admin.api.try('addTags', call)).toMatchObject({
      status: 200,
      body: { id: person.id, tags: [...call.body.tags, ...EVERYBODY] },
    })
    expect(await admin.api.try('removeTags', { ...call, body: { tags: ['admin_warned'] } })).toMatchObject(
      tagged(['system_trust_known']),
    )
  })

  it("can't be changed when the person is unknown", async () => {
    const admin = await anAdmin(app)
    const body = { tags: ['language_eng'] }
    for (const userId of [newId('user', app.scope().now), 'x'])
      expect(await admin.api.try('addTags', { userId, body })).toMatchObject(refusal(404, `User ${userId} not found`))
  })
})
