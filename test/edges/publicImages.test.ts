import sharp from 'sharp'
import { expect, it } from 'vitest'
import { groupImageUrl } from '../../src/areas/groups/access.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, download } from '../support/files.ts'

const app = await sharedApp()

it.each([
  ['icon', { width: 512, height: 512 }],
  ['banner', { width: 1_200, height: 400 }],
] as const)('serves the default %s of groups to everybody', async (kind, shape) => {
  const response = await download(app, groupImageUrl(app.scope(), kind, null))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(response.headers.get('cache-control')).toContain('public')
  expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({ ...shape, format: 'png' })
})

it('serves no other public path', async () => {
  expect((await download(app, 'http://plaza.test/public/other.png')).status).toBe(404)
})
