import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { anImage } from '../../support/files.ts'
import { befriend } from '../../support/friends.ts'
import { aGroup, subscribe } from '../../support/groups.ts'
import { anItem, aTemplate, give } from '../../support/inventory.ts'
import { openPipelineSocket } from '../../support/pipelineSocket.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld } from '../../support/worlds.ts'
import { editAvatar, openAvatarDialog, wear } from './avatars.ts'
import { aDesktopClient, type DesktopClient, listOf, member } from './client.ts'
import { editProfile, openGroupDialog, openUserDialog, openWorldDialog } from './dialogs.ts'
import { askAsAtLogin } from './login.ts'

let app: TestApp
let person: TestUser
let friend: TestUser
let client: DesktopClient
beforeAll(async () => {
  app = await sharedApp()
  person = await aUser(app)
  friend = await aUser(app)
  await subscribe(app, person)
  await befriend(person, friend)
  await aWorld(app, person)
  client = aDesktopClient(app)
  await askAsAtLogin(client, person)
})

/** An avatar that the person has made with its client. */
async function aMadeAvatar(): Promise<string> {
  const [imageUrl, assetUrl] = [await aFileUrl(app, person.id, '.png'), await aFileUrl(app, person.id, '.vrca')]
  return String(member(await client.post('avatars', { name: 'Fox', imageUrl, assetUrl }), 'id'))
}

describe('the desktop client', () => {
  it('logs in without an error, and hears of what happens on its websocket', async () => {
    expect(client.toasts).toEqual([])
    const socket = await openPipelineSocket(app, `/?auth=${client.api.cookies.get('auth')}`, { origin: 'file://' })
    await friend.api.call('updateUser', { userId: friend.id, body: { statusDescription: 'Out' } })
    expect(await socket.nextContent('friend-update')).toMatchObject({ userId: friend.id })
    await socket.close()
  })

  it('edits the status and the bio of its person', async () => {
    await editProfile(client, person.id, 'About me', 'ask me')
    expect(client.toasts).toEqual([])
    expect(await client.get('auth/user')).toMatchObject({ bio: 'About me', status: 'ask me' })
  })

  it('opens the dialogs of users, worlds and groups', async () => {
    const worldId = await aWorld(app, friend)
    const group = await aGroup(app, {}, person)
    await openUserDialog(client, friend.id)
    await openUserDialog(client, person.id)
    await openWorldDialog(client, person.id, worldId)
    await openGroupDialog(client, group.id)
    expect(client.toasts).toEqual([])
  })

  it('makes an avatar, changes it in its dialog, wears it, favors it and deletes it', async () => {
    const avatarId = await aMadeAvatar()
    await openAvatarDialog(client, avatarId)
    const imageUrl = await aFileUrl(app, person.id, '.png')
    const edited = await editAvatar(client, avatarId, { name: 'Red fox', imageUrl })
    expect(edited).toMatchObject({ name: 'Red fox', imageUrl, releaseStatus: 'private', tags: expect.any(Array) })
    await client.put(`avatars/${avatarId}`, { id: avatarId, tags: ['author_quest_fallback'] })
    expect(await wear(client, avatarId)).toMatchObject({ currentAvatar: avatarId, fallbackAvatar: avatarId })
    await client.post('favorites', { type: 'avatar', favoriteId: avatarId, tags: ['avatars1'] })
    expect(listOf(await client.get('avatars/favorites', { n: 300, tag: 'avatars1' }))).toMatchObject([{ id: avatarId }])
    await client.post(`avatars/${avatarId}/impostor/enqueue`, { avatarId })
    await client.get('avatars/impostor/queue/stats')
    await client.delete(`avatars/${avatarId}/impostor`)
    expect(await client.delete(`avatars/${avatarId}`)).toMatchObject({ releaseStatus: 'hidden' })
    expect(client.toasts).toEqual([])
  })

  it('adds a picture to the gallery of an avatar, and orders the gallery', async () => {
    const avatarId = await aMadeAvatar()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await anImage())], { type: 'image/png' }), 'blob')
    form.append('tag', 'avatargallery')
    form.append('galleryId', avatarId)
    const { body, status } = await client.api.fetch('/api/1/file/image', { method: 'POST', body: form })
    expect({ status, body }).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^file_/) } })
    expect(listOf(await client.get('files', { tag: 'avatargallery', galleryId: avatarId, n: 100 }))).toHaveLength(1)
    await client.put('files/order', { ids: [member(body, 'id')] })
    expect(client.toasts).toEqual([])
  })

  it('lists, archives and consumes what its person has', async () => {
    const itemId = await anItem(
      app,
      person,
      { flags: ['archivable', 'consumable'], quantifiable: true },
      { quantity: 2 },
    )
    await give(app, person, await aTemplate(app))
    expect(listOf(member(await client.get('inventory', { n: 100, offset: 0, order: 'newest' }), 'data'))).toHaveLength(
      2,
    )
    listOf(await client.get('inventory/global'))
    await client.put(`inventory/${itemId}`, { isArchived: true })
    const consumed = await client.put(`inventory/${itemId}/consume`)
    listOf(member(consumed, 'inventoryItems'))
    await client.get(`user/${person.id}/economy/balance`)
    expect(client.toasts).toEqual([])
  })

  it('reports a user', async () => {
    await client.post(`feedback/${friend.id}/user`, { contentType: 'user', reason: 'behavior-hacking', type: 'report' })
    expect(client.toasts).toEqual([])
  })
})
