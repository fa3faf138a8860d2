import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { anImage } from './files.ts'
import { aName, type TestUser } from './users.ts'
import { aFileUrl } from './worlds.ts'

/** The request body that creates a prop of a user. */
export async function aPropRequest(app: TestApp, { id }: Pick<TestUser, 'id'>) {
  return {
    id: newId('prop', new Date()),
    name: aName('Prop '),
    description: 'To sit on.',
    assetUrl: await aFileUrl(app, id, '.vrcp'),
    imageUrl: await aFileUrl(app, id, '.png'),
    assetVersion: 1,
    platform: 'standalonewindows',
    unityVersion: '2022.3.22f1',
    spawnType: 1,
    worldPlacementMask: 3,
    tags: ['author_tag_chair'],
  }
}

export const aProp = async (app: TestApp, person: TestUser) =>
  (await person.api.call('createProp', { body: await aPropRequest(app, person) })).id

export const PRINT_TIMESTAMP = '2026-01-02T03:04:05.678Z'

export const aPrint = async ({ api }: TestUser, more: object = {}) =>
  api.call('uploadPrint', { form: { image: await anImage(640, 360), timestamp: PRINT_TIMESTAMP, ...more } })
