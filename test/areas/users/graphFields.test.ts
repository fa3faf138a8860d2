import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Pictures = graphql(`
  query Pictures($id: ID!) {
    user(id: $id) { pictureUrl small: pictureUrl(size: 65) exact: pictureUrl(size: 1024) large: pictureUrl(size: 1025) }
  }
`)
const Facts = graphql(`
  query Facts($id: ID!) {
    user(id: $id) { trustRank languages developerType ageVerificationStatus bannerType bio pronouns isViewer viewerCanUpdate }
  }
`)
const Ids = graphql(`
  query Ids { viewer { id user { id isViewer } } }
`)
const Award = graphql(`
  mutation Award($input: AwardBadgeInput!) {
    awardBadge(input: $input) {
      user { badges { totalCount nodes { id } } }
      userBadgeEdge { cursor node { id badge { id } user { id } } }
    }
  }
`)
const Withdraw = graphql(`
  mutation Withdraw($input: WithdrawBadgeInput!) {
    withdrawBadge(input: $input) { deletedUserBadgeId badge { id } user { badges { totalCount } } }
  }
`)
const NewBadge = graphql(`
  mutation NewBadge($input: CreateBadgeInput!) {
    createBadge(input: $input) { badge { id name description imageUrl } badgeEdge { cursor node { id } } }
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

const update = (id: string, data: object) => app.scope().db.user.update({ where: { id }, data })
const nodeOf = async (client: GraphClient, id: string) =>
  (await client.send(`{ node(id: "${id}") { __typename id } }`)).data

describe('the viewer', () => {
  test('has another id than the public profile, which only the viewer can read', async () => {
    const { viewer } = await graph.run(Ids)
    expect(viewer).toMatchObject({ id: ada.id.replace('usr_', 'vwr_'), user: { id: ada.id, isViewer: true } })
    const id = viewer?.id ?? ''
    expect(await nodeOf(graph, id)).toEqual({ node: { __typename: 'Viewer', id } })
    for (const other of [await aUser(app), await anAdmin(app)])
      expect(await nodeOf(aGraphClient(app, other.api), id)).toEqual({ node: null })
  })

  test('is null without a session, as is the session', async () => {
    const { data, errors } = await aGraphClient(app).send('{ viewer { id } session { id } }')
    expect([data, errors]).toEqual([{ viewer: null, session: null }, undefined])
  })
})

describe('the picture of a person', () => {
  test('is the icon, else the profile image, else that of the avatar, in the wanted size', async () => {
    const person = await aUser(app)
    const read = async () => (await graph.run(Pictures, { id: person.id })).user
    await update(person.id, { currentAvatarImageUrl: '', currentAvatarThumbnailImageUrl: '' })
    expect(await read()).toEqual({ pictureUrl: null, small: null, exact: null, large: null })
    const elsewhere = 'https://avatars.test/a.png'
    await update(person.id, { currentAvatarImageUrl: elsewhere })
    expect(await read()).toEqual({ pictureUrl: elsewhere, small: elsewhere, exact: elsewhere, large: elsewhere })
    const url = `http://plaza.test/api/1/file/${newId('file', new Date())}/1/file`
    await update(person.id, { profilePicOverride: url })
    const [origin, path] = url.split('/api/1/file/')
    const thumbnail = (size: number) => `${origin}/api/1/image/${path?.replace(/\/file$/, '')}/${size}`
    expect(await read()).toEqual({ pictureUrl: url, small: thumbnail(128), exact: thumbnail(1024), large: url })
    await update(person.id, { userIcon: 'https://icons.test/i.png' })
    expect((await read())?.pictureUrl).toBe('https://icons.test/i.png')
  })

  test('has a size of at least one pixel', async () => {
    const { errors } = await graph.send(`{ user(id: "${ada.id}") { pictureUrl(size: 0) } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }])
  })
})

describe('a person', () => {
  test.each([
    [[], 'VISITOR'],
    [['system_trust_basic'], 'BASIC'],
    [['system_trust_basic', 'system_trust_known'], 'KNOWN'],
    [['system_trust_trusted', 'system_trust_known'], 'TRUSTED'],
    [['system_trust_veteran', 'system_trust_trusted'], 'VETERAN'],
    [['system_trust_veteran', 'system_legend'], 'LEGEND'],
  ])('with the tags %j has the rank %s', async (tags, rank) => {
    const { id } = await aUser(app)
    await update(id, { tags: [...tags, 'language_eng', 'language_deu', 'show_social_rank'] })
    const { user } = await graph.run(Facts, { id })
    expect(user).toMatchObject({ trustRank: rank, languages: ['eng', 'deu'], isViewer: false, viewerCanUpdate: false })
  })

  test('has enums and null in place of words and empty texts', async () => {
    const { id } = await aUser(app)
    expect((await graph.run(Facts, { id })).user).toMatchObject({
      developerType: 'NONE',
      ageVerificationStatus: 'HIDDEN',
      bannerType: null,
      bio: null,
      pronouns: null,
    })
    await update(id, { developerType: 'trusted', ageVerificationStatus: '18+', bannerType: 'customImage' })
    expect((await graph.run(Facts, { id })).user).toMatchObject({
      developerType: 'TRUSTED',
      ageVerificationStatus: 'ADULT',
      bannerType: 'CUSTOM_IMAGE',
    })
  })
})

describe('badges', () => {
  test('are created, awarded and withdrawn by admins, each award with an id of its own', async () => {
    const staff = aGraphClient(app, (await anAdmin(app)).api)
    const { createBadge } = await staff.run(NewBadge, { input: { name: aName('Badge '), description: '' } })
    const { badge } = createBadge
    expect(createBadge).toMatchObject({
      badge: { description: null, imageUrl: null },
      badgeEdge: { node: { id: badge.id } },
    })
    const { id: userId } = await aUser(app)
    const input = { badgeId: badge.id, userId }
    const { awardBadge } = await staff.run(Award, { input })
    const id = awardBadge.userBadgeEdge?.node.id ?? ''
    expect(awardBadge).toMatchObject({
      user: { badges: { totalCount: 1, nodes: [{ id }] } },
      userBadgeEdge: { node: { badge: { id: badge.id }, user: { id: userId } } },
    })
    expect(await nodeOf(graph, id)).toEqual({ node: { __typename: 'UserBadge', id } })
    expect(await nodeOf(graph, badge.id)).toEqual({ node: { __typename: 'Badge', id: badge.id } })
    await app.scope().db.userBadge.updateMany({ where: { userId }, data: { hidden: true } })
    expect(await nodeOf(graph, id)).toEqual({ node: null })
    const { withdrawBadge } = await staff.run(Withdraw, { input })
    expect(withdrawBadge).toEqual({
      deletedUserBadgeId: id,
      badge: { id: badge.id },
      user: { badges: { totalCount: 0 } },
    })
    expect(await staff.refusalCodes(Withdraw, { input })).toEqual(['NOT_FOUND'])
    expect(await staff.refusalCodes(Award, { input: { ...input, userId: newId('user', new Date()) } })).toEqual([
      'NOT_FOUND',
    ])
  })
})
