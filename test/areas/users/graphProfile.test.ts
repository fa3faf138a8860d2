import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Update = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user { id displayName bio status statusDescription }
      viewer { id statusHistory }
    }
  }
`)

const UpdateAccount = graphql(`
  mutation UpdateAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      user { id displayName }
      viewer {
        username birthday contentFilters pendingEmail
        pastDisplayNames { totalCount nodes { id displayName } }
      }
    }
  }
`)

const AddTags = graphql(`
  mutation AddTags($input: AddTagsInput!) {
    addTags(input: $input) { user { tags } viewer { id } }
  }
`)

const RemoveTags = graphql(`
  mutation RemoveTags($input: RemoveTagsInput!) {
    removeTags(input: $input) { user { tags } }
  }
`)

const UpdateBadge = graphql(`
  mutation UpdateBadge($input: UpdateBadgeInput!) {
    updateBadge(input: $input) { user { id } userBadge { id isShowcased isHidden badge { id name } } }
  }
`)

const Badges = graphql(`
  query Badges($id: ID!) {
    user(id: $id) { badges { nodes { badge { id } } } }
    viewer { badges { nodes { isHidden badge { id name } } } }
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
    const { updateProfile } = await own.run(Update, {
      input: { bio: 'Hello', status: 'ASK_ME', statusDescription: 'one' },
    })
    expect(updateProfile.user).toMatchObject({
      id: person.id,
      bio: 'Hello',
      status: 'ASK_ME',
      displayName: person.username,
    })
    const { updateAccount } = await own.run(UpdateAccount, {
      input: { birthday: '1980-02-29', contentFilters: ['GORE'] },
    })
    expect(updateAccount.viewer).toMatchObject({ birthday: '1980-02-29', contentFilters: ['GORE'] })
    const again = await own.run(Update, { input: { statusDescription: 'two' } })
    expect(again.updateProfile.user).toMatchObject({ bio: 'Hello', status: 'ASK_ME', statusDescription: 'two' })
    expect(again.updateProfile.viewer.statusHistory).toEqual(['one'])
  })

  test('loses what null clears, and keeps what can not be cleared', async () => {
    const own = aGraphClient(app, (await aUser(app)).api)
    await own.run(Update, { input: { bio: 'Hello', pronouns: 'they/them', tags: ['language_eng'] } })
    const { updateProfile } = await own.run(Update, { input: { bio: null, pronouns: null, tags: null } })
    expect(updateProfile.user).toMatchObject({ bio: null })
    expect(await own.refusalCodes(Update, { input: { status: null } })).toEqual(['BAD_INPUT'])
  })

  test('needs the current password for names and e-mail', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const displayName = aName('New').slice(0, 15)
    expect(await own.refusalCodes(UpdateAccount, { input: { displayName } })).toHaveLength(1)
    const { password: currentPassword } = person
    const email = `${displayName}@plaza.test`
    const { updateAccount } = await own.run(UpdateAccount, { input: { displayName, email, currentPassword } })
    expect(updateAccount).toMatchObject({
      user: { displayName },
      viewer: { pendingEmail: email, pastDisplayNames: { totalCount: 1, nodes: [{ displayName: person.username }] } },
    })
    const [past] = updateAccount.viewer.pastDisplayNames.nodes
    expect(past?.id).toMatch(/^pdn_/)
    const node = `{ node(id: "${past?.id}") { ... on PastDisplayName { displayName } } }`
    expect((await own.send(node)).data).toEqual({ node: { displayName: person.username } })
    expect((await graph.send(node)).data).toEqual({ node: null })
  })

  test('refuses what REST refuses, with the field at fault', async () => {
    const account = [
      [{ contentFilters: ['nonsense'] }, undefined],
      [{ birthday: '2020-01-01' }, 'birthday'],
      [{ email: 'nonsense', currentPassword: ada.password }, 'email'],
    ] as const
    const profile = [
      [{ bio: 'x'.repeat(513) }, 'bio'],
      [{ bioLinks: ['ftp://x'] }, 'bioLinks'],
      [{ pronouns: 'x'.repeat(33) }, 'pronouns'],
      [{ userIcon: 'https://elsewhere.test/x.png' }, 'userIcon'],
      [{ tags: ['admin_moderator'] }, 'tags'],
      [{ bio: 'zero\u0000byte' }, undefined],
    ] as const
    const faults = [
      ...account.map((fault) => [UpdateAccount, ...fault] as const),
      ...profile.map((fault) => [Update, ...fault] as const),
    ]
    for (const [document, input, field] of faults) {
      const { errors } = await graph.send(document.toString(), { input })
      expect(errors?.[0]?.extensions, JSON.stringify(input)).toMatchObject({
        code: 'BAD_INPUT',
        ...(field && { issues: [{ path: expect.arrayContaining(['input', field]) }] }),
      })
    }
  })

  test('of another person can be changed by admins only', async () => {
    const person = await aUser(app)
    const input = { userId: person.id, bio: 'moderated' }
    expect(await graph.refusalCodes(Update, { input })).toEqual(['FORBIDDEN'])
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    expect((await admin.run(Update, { input })).updateProfile).toMatchObject({ user: { bio: 'moderated' } })
  })

  test('has tags that can be added and removed', async () => {
    const person = await aUser(app)
    const own = aGraphClient(app, person.api)
    const { addTags } = await own.run(AddTags, { input: { tags: ['language_eng', 'language_deu'] } })
    expect(addTags).toMatchObject({ user: { tags: ['language_eng', 'language_deu'] } })
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
    expect(mine.badges.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([shown, hidden]))
    const theirs = await graph.run(Badges, { id: person.id })
    expect(theirs.user?.badges.nodes).toEqual([{ badge: { id: shown } }])
    const { updateBadge } = await own.run(UpdateBadge, {
      input: { badgeId: hidden, isHidden: false, isShowcased: true },
    })
    expect(updateBadge.userBadge).toMatchObject({ isShowcased: true, isHidden: false, badge: { id: hidden } })
    expect(await own.refusalCodes(UpdateBadge, { input: { badgeId: newId('badge', new Date()) } })).toEqual([
      'NOT_FOUND',
    ])
  })
})
