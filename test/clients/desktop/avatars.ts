import { type DesktopClient, listOf, member } from './client.ts'

const PAGE = 100

/** The requests of the dialog of an avatar with all its tabs. */
export async function openAvatarDialog(client: DesktopClient, avatarId: string) {
  const avatar = await client.get(`avatars/${avatarId}`)
  listOf(member(avatar, 'unityPackages'))
  listOf(await client.get('files', { tag: 'avatargallery', galleryId: avatarId, n: PAGE, offset: 0 }))
  return avatar
}

/** The picture, texts and styles that an author gives an avatar in its dialog. */
export interface AvatarEdit {
  readonly name: string
  readonly imageUrl: string
}

/** What an author changes in the dialog of an avatar, each by a request of its own. Answers the avatar at the end. */
export async function editAvatar(client: DesktopClient, id: string, { name, imageUrl }: AvatarEdit) {
  const path = `avatars/${id}`
  await client.put(path, { id, name })
  await client.put(path, { id, description: 'As seen in its dialog.' })
  await client.put(path, { id, tags: ['author_tag_dialog', 'content_violence'] })
  const [first, second] = listOf(await client.get('avatarStyles'))
  await client.put(path, { id, primaryStyle: member(first, 'id'), secondaryStyle: member(second, 'id') })
  await client.put(path, { id, primaryStyle: '', secondaryStyle: '' })
  // The client compares the address that it gets with the one that it sent.
  const changed = await client.put(path, { id, imageUrl })
  if (member(changed, 'imageUrl') !== imageUrl) throw new Error('the address of the picture was changed')
  await client.put(path, { id, releaseStatus: 'public' })
  return client.put(path, { id, releaseStatus: 'private' })
}

/** Wears an avatar, and as a fallback, as the client does. */
export async function wear(client: DesktopClient, avatarId: string): Promise<unknown> {
  await client.put(`avatars/${avatarId}/select`, { avatarId })
  return client.put(`avatars/${avatarId}/selectfallback`, { avatarId })
}
