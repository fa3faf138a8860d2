import { describe, expect, it } from 'vitest'
import { rateAvatars } from '../../../../src/areas/avatars/avatar/packages.ts'
import type { AvatarAnalyser } from '../../../../src/kernel/avatarAnalyser.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import { anUploadedFile } from '../../../support/files.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aFileUrl } from '../../../support/worlds.ts'

const AVATAR_FILE = { name: 'An avatar', mimeType: 'application/octet-stream', extension: '.vrca' } as const
const seen: string[] = []
/** Rates assets by their first byte, and fails at those that begin with a question mark. */
const analyser: AvatarAnalyser = {
  name: 'firstbyte',
  isConnected: true,
  async rate({ avatarId, size }, read) {
    seen.push(avatarId)
    const chunks: Buffer[] = []
    for await (const chunk of await read({ start: 0, end: 0 })) chunks.push(Buffer.from(chunk))
    if (Buffer.concat(chunks).toString() === '?') throw new Error('no mesh')
    return size > 3 ? 'Poor' : 'Good'
  },
}
const app = await anApp({}, { analyser })

const assetUrlOf = async (author: TestUser, text: string) =>
  `http://plaza.test/api/1/file/${(await anUploadedFile(app, author, Buffer.from(text), AVATAR_FILE)).id}/1/file`

async function anAvatarWith(author: TestUser, text: string) {
  const body = {
    name: 'Fox',
    imageUrl: await aFileUrl(app, author.id, '.png'),
    assetUrl: await assetUrlOf(author, text),
  }
  return (await author.api.call('createAvatar', { body })).id
}

describe('the ratings of avatars', () => {
  it('are those of the analyser, which rates each asset once and failed ones again', async () => {
    const author = await aUser(app)
    const ids = [await anAvatarWith(author, 'abc'), await anAvatarWith(author, 'abcd'), await anAvatarWith(author, '?')]
    const [good, poor, failed] = ids
    expect(await rateAvatars(app.scope())).toBe(2)
    expect(await rateAvatars(app.scope())).toBe(0)
    expect(seen.toSorted()).toEqual([...ids, failed].toSorted())
    const ratingOf = async (avatarId = '') => (await author.api.call('getAvatar', { avatarId })).performance
    expect(await ratingOf(good)).toEqual({ standalonewindows: 'Good', 'standalonewindows-sort': 4 })
    expect(await ratingOf(poor)).toEqual({ standalonewindows: 'Poor', 'standalonewindows-sort': 2 })
    expect(await ratingOf(failed)).toEqual({ standalonewindows: 'None', 'standalonewindows-sort': 0 })
    const body = { assetUrl: await assetUrlOf(author, 'abcde') }
    expect(await author.api.call('updateAvatar', { avatarId: good ?? '', body })).toMatchObject({
      performance: { standalonewindows: 'None' },
    })
    expect(await rateAvatars(app.scope())).toBe(1)
    expect(await ratingOf(good)).toMatchObject({ standalonewindows: 'Poor' })
  })

  it('stay away without an analyser', async () => {
    const plain = await sharedApp()
    expect(await rateAvatars(plain.scope())).toBe(0)
  })
})
