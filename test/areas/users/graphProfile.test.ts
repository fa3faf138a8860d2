import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Update = graphql(`
  mutation Update($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user { id displayName bio status statusDescription }
      viewer { id username birthday contentFilters pendingEmail statusHistory pastDisplayNames { nodes { displayName } } }
    }
  }
`)

const AddTags = graphql(`
  mutation AddTags($input: ChangeTagsInput!) {
    addTags(input: $input) { user { tags } viewer { id } }
  }
`)

const RemoveTags = graphql(`
  mutation RemoveTags($input: ChangeTagsInput!) {
    removeTags(input: $input) { user { tags } }
  }
`)

const UpdateBadge = graphql(`
  mutation UpdateBadge($input: UpdateBadgeInput!) {
    updateBadge(input: $input) { showcased hidden badge { id name } }
  }
`)

const Badges = graphql(`
  query Badges($id: ID!) {
    user(id: $id) { badges { nodes { badge { id } } } }
    viewer { badges { nodes { hidden badge { id name } } } }
    badges(first: 100) { nodes { id name } }
  }
`)

let app: TestApp
let ada: TestUser
let graph: GraphClient

beforeAll(async () => {
  app = await sharedApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

async function aBadge(holder: TestUser, hidden = false) {
  const { db, now } = app.scope()
  const id = newId('badge', now)
  const times = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id, name: aName('badge '), description: '', imageUrl: '', ...times } })
  await db.userBadge.create({ data: { userId: holder.id, badgeId: id, hidden, assignedAt: now, updatedAt: now } })
  return id
}

describe('the own profile', () => {
  test('changes only the given fields', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const { updateUser } = await own.run(Update, {
      input: {
        bio: 'Hello',
        status: 'ASK_ME',
        statusDescription: 'one',
        birthday: '1980-02-29',
        contentFilters: ['content_gore'],
      },
    })
    expect(updateUser.user).toMatchObject({
      id: person.id,
      bio: 'Hello',
      status: 'ASK_ME',
      displayName: person.username,
    })
    expect(updateUser.viewer).toMatchObject({ birthday: '1980-02-29', contentFilters: ['content_gore'] })
    const again = await own.run(Update, { input: { statusDescription: 'two', bio: null } })
    expect(again.updateUser.user).toMatchObject({ bio: 'Hello', status: 'ASK_ME', statusDescription: 'two' })
    expect(again.updateUser.viewer?.statusHistory).toEqual(['one'])
  })

  test('needs the current password for names and e-mail', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const displayName = aName('New').slice(0, 15)
    expect(await own.refusalCodes(Update, { input: { displayName } })).toHaveLength(1)
    const { password: currentPassword } = person
    const email = `${displayName}@plaza.test`
    const { updateUser } = await own.run(Update, { input: { displayName, email, currentPassword } })
    expect(updateUser).toMatchObject({
      user: { displayName },
      viewer: { pendingEmail: email, pastDisplayNames: { nodes: [{ displayName: person.username }] } },
    })
  })

  test('refuses what REST refuses, with the field at fault', async () => {
    const faults = [
      [{ bio: 'x'.repeat(513) }, 'bio'],
      [{ bioLinks: ['ftp://x'] }, 'bioLinks'],
      [{ pronouns: 'x'.repeat(33) }, 'pronouns'],
      [{ contentFilters: ['nonsense'] }, 'contentFilters'],
      [{ birthday: '2020-01-01' }, 'birthday'],
      [{ userIcon: 'https://elsewhere.test/x.png' }, 'userIcon'],
      [{ tags: ['admin_moderator'] }, 'tags'],
      [{ email: 'nonsense', currentPassword: ada.password }, 'email'],
      [{ bio: 'zero\u0000byte' }, undefined],
    ] as const
    for (const [input, field] of faults) {
      const { errors } = await graph.send(Update.toString(), { input })
      expect(errors?.[0]?.extensions, JSON.stringify(input)).toMatchObject({
        code: 'BAD_INPUT',
        ...(field && { field }),
      })
    }
  })

  test('of another person can be changed by admins only', async () => {
    const person = await aUser(app)
    const input = { userId: person.id, bio: 'moderated' }
    expect(await graph.refusalCodes(Update, { input })).toEqual(['FORBIDDEN'])
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    expect((await admin.run(Update, { input })).updateUser).toMatchObject({ user: { bio: 'moderated' }, viewer: null })
  })

  test('has tags that can be added and removed', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const { addTags } = await own.run(AddTags, { input: { tags: ['language_eng', 'language_deu'] } })
    expect(addTags).toEqual({ user: { tags: ['language_eng', 'language_deu'] }, viewer: { id: person.id } })
    const { removeTags } = await own.run(RemoveTags, { input: { tags: ['language_eng'] } })
    expect(removeTags.user?.tags).toEqual(['language_deu'])
    expect(await own.refusalCodes(AddTags, { input: { tags: ['system_trust'] } })).toEqual(['BAD_INPUT'])
  })

  test('has badges, of which others see those that are not hidden', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const [shown, hidden] = [await aBadge(person), await aBadge(person, true)]
    const mine = await own.run(Badges, { id: person.id })
    expect(mine.viewer?.badges.nodes.map(({ badge }) => badge.id).sort()).toEqual([shown, hidden].sort())
    expect(mine.badges?.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([shown, hidden]))
    const theirs = await graph.run(Badges, { id: person.id })
    expect(theirs.user?.badges.nodes).toEqual([{ badge: { id: shown } }])
    const { updateBadge } = await own.run(UpdateBadge, { input: { badgeId: hidden, hidden: false, showcased: true } })
    expect(updateBadge).toMatchObject({ showcased: true, hidden: false, badge: { id: hidden } })
    expect(await own.refusalCodes(UpdateBadge, { input: { badgeId: newId('badge', new Date()) } })).toEqual([
      'NOT_FOUND',
    ])
  })
})
