import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { anImage } from '../../support/files.ts'
import { aPrint, aProp, aPropRequest, PRINT_TIMESTAMP } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
const image = await anImage(64)
beforeEach(async () => {
  ada = await aUser(app)
})

const ODD: readonly unknown[] = [null, '', '\0', 'a\0b', -1, 1.5, 1e300, true, [], {}, [[]], 'x'.repeat(5_000)]
const NUMBERS = [2_147_483_648, -2_147_483_649, 9_007_199_254_740_992, '1', 'NaN']
const FIELDS = ['id', 'name', 'description', 'assetUrl', 'imageUrl', 'platform', 'unityVersion', 'propSignature']
const COUNTS = ['assetVersion', 'spawnType', 'worldPlacementMask']

/** Accepted or refused because of its content, not by a rate limit. */
const isClear = ({ status, body }: { status: number; body: unknown }) => {
  expect([200, 400]).toContain(status)
  if (status === 400) expect({ status, body }).toMatchObject(refusal(400, /\S/))
}

describe('a prop', () => {
  const cases = [...FIELDS, ...COUNTS, 'tags'].map((field, at) => ({ field, at }))
  it.each(cases)('is accepted or refused with 400 for any $field', async ({ field, at }) => {
    const whole = await aPropRequest(app, ada)
    const { id: propId } = await ada.api.call('createProp', { body: await aPropRequest(app, ada) })
    const values = [...ODD, ...NUMBERS, '\ud800', '😀'.repeat(20)]
    for (const [number, value] of values.entries()) {
      isClear(await ada.api.try('updateProp', { propId, body: { ...whole, [field]: value } }))
      // Each prop needs its own files, so only every fourth field is tested with a value.
      if ((number + at) % 4 !== 0) continue
      const body = { ...(await aPropRequest(app, ada)), [field]: value }
      isClear(await ada.api.try('createProp', { body }))
    }
  })

  it('is refused with platform tags, too many tags, and tags of two lines', async () => {
    const propId = await aProp(app, ada)
    const many = Array.from({ length: 21 }, (_, at) => `author_tag_${at}`)
    for (const tags of [['admin_x'], ['system_labs'], ['author_tag_'], ['author_tag_a\nb'], many])
      expect(await ada.api.try('updateProp', { propId, body: { tags } })).toMatchObject(refusal(400, /^tags/))
    expect(
      await ada.api.call('updateProp', { propId, body: { tags: ['content_horror', 'content_horror'] } }),
    ).toMatchObject({
      tags: ['content_horror'],
    })
  })

  it('is listed by valid pages, for any author', async () => {
    for (const query of [{ n: '0' }, { n: '101' }, { n: 'x' }, { offset: '-1' }, { offset: '1e9' }])
      isClear(await ada.api.try('listProps', { query: { authorId: ada.id, ...query } }))
    expect(await ada.api.try('listProps', { query: { authorId: ada.id, n: '101' } })).toMatchObject(refusal(400, /\S/))
    expect(await ada.api.try('listProps', { query: { authorId: 'x' } })).toMatchObject(refusal(404, /\S/))
  })
})

describe('a print', () => {
  it.each(['timestamp', 'note', 'worldId', 'worldName'])(
    'is accepted or refused with 400 for any %s',
    async (field) => {
      const { id: printId } = await aPrint(ada)
      const texts = [
        '',
        '\0',
        'a\0b',
        'x'.repeat(5_000),
        '😀'.repeat(20),
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-14:00',
      ]
      for (const text of [...texts, '2026-02-30T00:00:00Z', 'wrld_x', 'wrld_%00']) {
        isClear(await ada.api.try('uploadPrint', { form: { image, timestamp: PRINT_TIMESTAMP, [field]: text } }))
        isClear(await ada.api.try('editPrint', { printId, form: { image, [field]: text } }))
      }
    },
  )

  it('is refused without an image, and with a file that is no image', async () => {
    const { id: printId } = await aPrint(ada)
    for (const form of [{}, { image: '' }, { image: Buffer.alloc(0) }, { image: Buffer.from('GIF89a') }]) {
      expect(await ada.api.try('uploadPrint', { form: { timestamp: PRINT_TIMESTAMP, ...form } })).toMatchObject({
        status: 400,
      })
      expect(await ada.api.try('editPrint', { printId, form })).toMatchObject({ status: 400 })
    }
    expect(await ada.api.call('getPrint', { printId })).toMatchObject({
      files: { image: expect.stringMatching(/\/1\/file$/) },
    })
  })
})
