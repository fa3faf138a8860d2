import { describe, expect, test } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { shownUrlsIn } from '../../../../src/kernel/ownUrls.ts'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { anImage, bytesOf, download, uploadBytes } from '../../../support/files.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aPrivateInstance, notificationsReceivedBy } from '../../../support/invites.ts'
import { PRINT_TIMESTAMP } from '../../../support/props.ts'
import { aUnityAsset } from '../../../support/unityAsset.ts'
import { aUser } from '../../../support/users.ts'

const Begin = graphql(`
  mutation Begin($input: CreateUploadInput!) { createUpload(input: $input) { upload { id url } } }
`)
const MakeWorld = graphql(`
  mutation MakeWorld($input: CreateWorldInput!) { createWorld(input: $input) { world { id imageUrl } } }
`)
const ChangeWorld = graphql(`
  mutation ChangeWorld($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id imageUrl } } }
`)
const MakeProp = graphql(`
  mutation MakeProp($input: CreatePropInput!) { createProp(input: $input) { prop { id imageUrl packages { assetUrl } } } }
`)
const ChangeProp = graphql(`
  mutation ChangeProp($input: UpdatePropInput!) { updateProp(input: $input) { prop { id imageUrl } } }
`)
const MakePrint = graphql(`
  mutation MakePrint($input: UploadPrintInput!) { uploadPrint(input: $input) { print { id url } } }
`)
const ChangePrint = graphql(`
  mutation ChangePrint($input: EditPrintInput!) { editPrint(input: $input) { print { id url } } }
`)
const Invite = graphql(`
  mutation InviteWithUpload($input: InviteUserInput!) { inviteUser(input: $input) { viewer { id } } }
`)
const RequestInvite = graphql(`
  mutation RequestWithUpload($input: RequestInviteInput!) { requestInvite(input: $input) { viewer { id } } }
`)
const Respond = graphql(`
  mutation RespondWithUpload($input: RespondInviteInput!) { respondInvite(input: $input) { viewer { id } } }
`)

const app = await sharedApp()
const PNG = await anImage(300)
const ASSET = aUnityAsset()

async function aPerson() {
  const person = await aUser(app)
  return { person, ...uploaderFor(person) }
}

function uploaderFor(person: Awaited<ReturnType<typeof aUser>>) {
  const graph = aGraphClient(app, person.api)
  const send = async (bytes: Buffer, kind: { purpose: string; fileName: string; mimeType: string }) => {
    const answer = await graph.send(Begin.toString(), { input: { ...kind, sizeInBytes: bytes.length } })
    const { id, url } = Object(answer.data).createUpload.upload
    expect((await uploadBytes(app, url, bytes, { contentType: kind.mimeType })).status).toBe(200)
    return String(id)
  }
  const image = (purpose: string) => send(PNG, { purpose, fileName: 'a.png', mimeType: 'image/png' })
  const asset = (purpose: string, fileName: string) =>
    send(ASSET, { purpose, fileName, mimeType: 'application/octet-stream' })
  return { graph, image, asset }
}

const statusOf = async (url: string | null | undefined) => (await download(app, url ?? '')).status

describe('a world', () => {
  const texts = { name: 'Made in a browser', unityVersion: '2022.3.22f1' }

  test('is created and changed with uploads of its image and asset', async () => {
    const { graph, image, asset: send, person } = await aPerson()
    const [imageUploadId, assetUploadId] = [await image('WORLD_IMAGE'), await send('WORLD_ASSET', 'home.vrcw')]
    const { createWorld } = await graph.run(MakeWorld, { input: { ...texts, imageUploadId, assetUploadId } })
    const worldId = createWorld.world?.id ?? ''
    expect(await statusOf(createWorld.world?.imageUrl)).toBe(200)
    const { unityPackages } = await person.api.call('getWorld', { worldId })
    const asset = await download(app, unityPackages?.[0]?.assetUrl ?? '', { person })
    expect((await bytesOf(asset)).equals(ASSET)).toBe(true)
    const files = await person.api.call('getFiles')
    expect(files.find(({ extension }) => extension === '.vrcw')).toMatchObject({ name: 'home' })

    const { updateWorld } = await graph.run(ChangeWorld, {
      input: { worldId, imageUploadId: await image('WORLD_IMAGE') },
    })
    expect(updateWorld.world?.imageUrl).not.toBe(createWorld.world?.imageUrl)
    expect(await statusOf(updateWorld.world?.imageUrl)).toBe(200)
  })

  test('needs an image, and an asset of its kind if any, and a refused one leaves its uploads unused', async () => {
    const { graph, image, asset, person } = await aPerson()
    const imageUploadId = await image('WORLD_IMAGE')
    const wrong = await asset('WORLD_ASSET', 'home.vrca')
    const uploads = { imageUploadId, assetUploadId: wrong }
    expect(await graph.refusalCodes(MakeWorld, { input: { ...texts, ...uploads } })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(MakeWorld, { input: texts })).toEqual(['BAD_INPUT'])
    expect(await person.api.call('getFiles')).toEqual([])
    const assetUploadId = await asset('WORLD_ASSET', 'home.vrcw')
    await graph.run(MakeWorld, { input: { ...texts, imageUploadId, assetUploadId } })
  })

  test('is not changed with an upload by somebody else', async () => {
    const { graph, image, asset } = await aPerson()
    const made = await graph.run(MakeWorld, {
      input: {
        ...texts,
        imageUploadId: await image('WORLD_IMAGE'),
        assetUploadId: await asset('WORLD_ASSET', 'a.vrcw'),
      },
    })
    const stranger = await aPerson()
    const input = { worldId: made.createWorld.world?.id ?? '', imageUploadId: await stranger.image('WORLD_IMAGE') }
    const [code] = await stranger.graph.refusalCodes(ChangeWorld, { input })
    expect(['FORBIDDEN', 'NOT_FOUND']).toContain(code)
    expect(await stranger.person.api.call('getFiles')).toEqual([])
  })
})

test('a prop is created and changed with uploads', async () => {
  const { graph, image, asset } = await aPerson()
  const texts = { name: 'A chair', description: '', platform: 'android', unityVersion: '2022.3.22f1', tags: [] }
  const numbers = { assetVersion: 1, spawnType: 1, worldPlacementMask: 3 }
  const input = {
    ...{ id: newId('prop', new Date()), ...texts, ...numbers },
    imageUploadId: await image('PROP_IMAGE'),
    assetUploadId: await asset('PROP_ASSET', 'chair.vrcp'),
  }
  const { prop } = (await graph.run(MakeProp, { input })).createProp
  expect(await statusOf(prop?.imageUrl)).toBe(200)
  expect(prop?.packages[0]?.assetUrl).toMatch(/^http/)
  const change = { propId: prop?.id ?? '', imageUploadId: await image('PROP_IMAGE') }
  const changed = (await graph.run(ChangeProp, { input: change })).updateProp.prop
  expect(changed?.imageUrl).not.toBe(prop?.imageUrl)
  expect(await statusOf(changed?.imageUrl)).toBe(200)
})

test('a photo is created and changed with uploads', async () => {
  const { graph, image } = await aPerson()
  const uploaded = { uploadId: await image('PRINT'), takenAt: PRINT_TIMESTAMP }
  const { id, url } = (await graph.run(MakePrint, { input: uploaded })).uploadPrint.print
  expect(await statusOf(url)).toBe(200)
  const edited = (await graph.run(ChangePrint, { input: { printId: id, uploadId: await image('PRINT') } })).editPrint
    .print
  expect(edited.url).not.toBe(url)
  expect(await statusOf(edited.url)).toBe(200)
  expect(await graph.refusalCodes(ChangePrint, { input: { printId: id } })).toEqual(['BAD_INPUT'])
})

test('invites, requests for one and responses carry an uploaded image', async () => {
  const { person, graph, image } = await aPerson()
  const friend = await aFriendOf(app, person)
  const location = await aPrivateInstance(app, person)
  const uploadId = await image('INVITE_PHOTO')
  await graph.run(Invite, { input: { userId: friend.id, location, uploadId } })
  expect(await graph.refusalCodes(Invite, { input: { userId: friend.id, location, uploadId } })).toEqual(['CONFLICT'])
  await graph.run(RequestInvite, { input: { userId: friend.id, uploadId: await image('INVITE_PHOTO') } })
  const received = await notificationsReceivedBy(app, friend, 'invite', 'requestInvite')
  expect(received.map(({ details }) => Object(details).imageUrl)).toEqual([
    expect.stringContaining('/file/'),
    expect.stringContaining('/file/'),
  ])
  const theirs = uploaderFor(friend)
  const answer = {
    notificationId: received[0]?.id ?? '',
    responseSlot: 0,
    uploadId: await theirs.image('INVITE_PHOTO'),
  }
  await theirs.graph.run(Respond, { input: answer })
  const [response] = await notificationsReceivedBy(app, person, 'inviteResponse')
  const { imageUrl } = Object(shownUrlsIn(app.scope(), response?.details))
  expect(await statusOf(imageUrl)).toBe(200)
})
