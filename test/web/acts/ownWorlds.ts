import type { Person } from '../people.ts'
import { aPicture, type ChosenFile } from '../steps.ts'
import { upload } from './uploads.ts'

const CREATE_WORLD = 'mutation W($input: CreateWorldInput!) { createWorld(input: $input) { world { id name } } }'
const SAVE_DATA =
  'mutation S($input: SaveWorldPersistenceInput!) { saveWorldPersistence(input: $input) { viewer { id } } }'

/** A bundle of a world, with these bytes. */
export const aBundle = (buffer: Buffer, name = 'world.vrcw'): ChosenFile => ({
  ...{ name, mimeType: 'application/octet-stream', buffer },
})

interface MadeWorld {
  readonly id: string
  readonly name: string
}

/** Makes a private world of a person, which a person can be in. */
export async function createWorld(person: Person, given: { readonly capacity?: number } = {}): Promise<MadeWorld> {
  const name = `World of ${person.username}`
  const imageUploadId = await upload(person, 'WORLD_IMAGE', await aPicture())
  const assetUploadId = await upload(person, 'WORLD_ASSET', aBundle(Buffer.from(`bundle of ${name}`)))
  const input = { name, imageUploadId, assetUploadId, ...given }
  const { createWorld: made } = Object(await person.run(CREATE_WORLD, { input }))
  return { id: String(made.world.id), name }
}

/** Stores data of a person in a world, as its scripts do. */
export const saveData = (person: Person, worldId: string, data: object) =>
  person.run(SAVE_DATA, { input: { worldId, data } })
