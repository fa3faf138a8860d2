import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { aPicture } from './files.ts'
import { aName, type Person } from './people.ts'
import { aStoredFile } from './worlds.ts'

/** What a client sends to make a prop of its person's. */
export async function aPropRequest(app: TestApp, { id }: Pick<Person, 'id'>) {
  return {
    id: newId('prop', new Date()),
    name: aName('Prop '),
    description: 'To sit on.',
    assetUrl: await aStoredFile(app, id, '.vrcp'),
    imageUrl: await aStoredFile(app, id, '.png'),
    assetVersion: 1,
    platform: 'standalonewindows',
    unityVersion: '2022.3.22f1',
    spawnType: 1,
    worldPlacementMask: 3,
    tags: ['author_tag_chair'],
  }
}

export const aProp = async (app: TestApp, person: Person) =>
  (await person.api.call('createProp', { body: await aPropRequest(app, person) })).id

export const TAKEN_AT = '2026-01-02T03:04:05.678Z'

export const aPrint = async ({ api }: Person, more: object = {}) =>
  api.call('uploadPrint', { form: { image: await aPicture(640, 360), timestamp: TAKEN_AT, ...more } })
