import { randomUUID } from 'node:crypto'
import { aUnityAsset } from '../../support/unityAsset.ts'
import type { Person } from '../people.ts'
import { aPicture, type ChosenFile } from '../steps.ts'
import { upload } from './uploads.ts'

/** What people do with props by another client while a journey watches the web UI. */

const CREATE = 'mutation C($input: CreatePropInput!) { createProp(input: $input) { prop { id } } }'
const UPDATE = 'mutation U($input: UpdatePropInput!) { updateProp(input: $input) { prop { id } } }'
const PUBLISH = 'mutation P($input: PublishPropInput!) { publishProp(input: $input) { prop { id } } }'
const DELETE = 'mutation D($input: DeletePropInput!) { deleteProp(input: $input) { deletedPropId } }'
const READ = `query R($id: ID!) { hasAgreed(contentId: $id, version: 1) node(id: $id) { ... on Prop {
  name description isPublic imageUrl tags spawnType worldPlacementMask
  packages { platform assetVersion unityVersion propSignature } } } }`

/** The bundle of a prop. */
export const aPropBundle = (name = 'prop.vrcp'): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: aUnityAsset(),
})

interface MadeProp {
  readonly id: string
  readonly name: string
}

let count = 0

/** Creates a private prop. */
export async function makeProp(person: Person): Promise<MadeProp> {
  count += 1
  const name = `Chair ${person.username} ${count}`
  const input = {
    ...{ id: `prop_${randomUUID()}`, name, description: 'To sit on.', tags: [], spawnType: 0, worldPlacementMask: 1 },
    ...{ platform: 'standalonewindows', assetVersion: 1, unityVersion: '2022.3.22f1' },
    imageUploadId: await upload(person, 'PROP_IMAGE', await aPicture()),
    assetUploadId: await upload(person, 'PROP_ASSET', aPropBundle()),
  }
  await person.run(CREATE, { input })
  return { id: input.id, name }
}

export const updateProp = (person: Person, propId: string, changes: Readonly<Record<string, unknown>>) =>
  person.run(UPDATE, { input: { propId, ...changes } })

export const publishProp = (person: Person, propId: string) => person.run(PUBLISH, { input: { propId } })

export const deleteProp = (person: Person, propId: string) => person.run(DELETE, { input: { propId } })

/** A prop by the graph, and whether the person has agreed to own its rights; without a node for what they cannot see. */
export const readProp = async (person: Person, id: string) => Object(await person.run(READ, { id }))
