import { aUnityAsset } from '../../support/unityAsset.ts'
import type { Person } from '../people.ts'
import { aPicture, type ChosenFile } from '../steps.ts'
import { upload } from './uploads.ts'

/** What people do with avatars by another client while a journey watches the web UI. */

const CREATE = 'mutation C($input: CreateAvatarInput!) { createAvatar(input: $input) { avatar { id imageUrl } } }'
const UPDATE = 'mutation U($input: UpdateAvatarInput!) { updateAvatar(input: $input) { avatar { id } } }'
const DELETE = 'mutation D($input: DeleteAvatarInput!) { deleteAvatar(input: $input) { deletedAvatarId } }'

/** A bundle that the server can read. */
export const aBundle = (name = 'avatar.vrca'): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: aUnityAsset(),
})

export interface MadeAvatar {
  readonly id: string
  readonly name: string
  /** Id of the file of its picture. */
  readonly pictureId: string
}

let count = 0

/** Creates a public avatar that searches find; `given` adds to the input. */
export async function makeAvatar(person: Person, given: Readonly<Record<string, unknown>> = {}): Promise<MadeAvatar> {
  count += 1
  const name = `Fox ${person.username} ${count}`
  const input = {
    ...{ name, releaseStatus: 'PUBLIC', isSearchable: true, unityVersion: '2022.3.22f1' },
    imageUploadId: await upload(person, 'AVATAR_IMAGE', await aPicture()),
    assetUploadId: await upload(person, 'AVATAR_ASSET', aBundle()),
    ...given,
  }
  const { avatar } = Object(await person.run(CREATE, { input })).createAvatar
  const [pictureId = ''] = /file_[0-9a-f-]{36}/.exec(avatar.imageUrl) ?? []
  return { id: avatar.id, name, pictureId }
}

export const updateAvatar = (person: Person, avatarId: string, changes: Readonly<Record<string, unknown>>) =>
  person.run(UPDATE, { input: { avatarId, ...changes } })

export const deleteAvatar = (person: Person, avatarId: string) => person.run(DELETE, { input: { avatarId } })

/** Marks an avatar as one that every device can show. */
export const FALLBACK_TAG = 'author_quest_fallback'
