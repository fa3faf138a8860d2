import { describe, expect, it } from 'vitest'
import { animationOf, IMAGE_KINDS, kindsCountedTogether } from '../../../../src/areas/files/images/kinds.ts'
import { ImagePurpose } from '../../../../src/contract/shapes/file.ts'
import { aPlainImage, openTestImages } from '../../../support/images.ts'

const images = openTestImages()
const refusal = (field: string) =>
  expect.objectContaining({ kind: 'invalid', issues: [expect.objectContaining({ path: [field] })] })

describe('kinds of images', () => {
  it('are all PNG, and include every tag of uploadImage', () => {
    expect(Object.keys(IMAGE_KINDS)).toEqual([
      ...ImagePurpose.options,
      'print',
      'invitePhoto',
      'worldimage',
      'propimage',
    ])
    for (const { shape } of Object.values(IMAGE_KINDS)) expect(shape.format).toBe('png')
  })

  it('share a limit for emoji with and without animation only', () => {
    expect(kindsCountedTogether('emoji')).toEqual(['emoji', 'emojianimated'])
    expect(kindsCountedTogether('emojianimated')).toEqual(kindsCountedTogether('emoji'))
    expect(kindsCountedTogether('sticker')).toEqual(['sticker'])
    const most = (['emoji', 'emojianimated', 'sticker', 'gallery', 'icon', 'print'] as const).map(
      (kind) => IMAGE_KINDS[kind].maxPerUser,
    )
    expect(most).toEqual([18, 18, 18, 64, 64, 64])
  })

  it.each(['emoji', 'emojianimated', 'sticker', 'icon'] as const)('%s is square', async (kind) => {
    const { shape } = IMAGE_KINDS[kind]
    await expect(images.encode(await aPlainImage(1200, 1100), shape)).rejects.toEqual(refusal('file'))
    expect(await images.encode(await aPlainImage(1024, 1024), shape)).toMatchObject({ width: 1024, height: 1024 })
  })

  it('refuse a sheet of frames of less than 1024 pixels', async () => {
    const { shape } = IMAGE_KINDS.emojianimated
    await expect(images.encode(await aPlainImage(512, 512), shape)).rejects.toEqual(refusal('file'))
    expect(await images.encode(await aPlainImage(2048, 2048), shape)).toMatchObject({ width: 1024, height: 1024 })
  })
})

describe('the animation of an image', () => {
  const sheet = IMAGE_KINDS.emojianimated

  it('is returned for sheets of frames only', () => {
    expect(animationOf(sheet, { frames: 2, framesOverTime: 1 })).toEqual({ frames: 2, framesOverTime: 1 })
    expect(animationOf(sheet, { frames: 64, framesOverTime: 64 })).toEqual({ frames: 64, framesOverTime: 64 })
    expect(animationOf(IMAGE_KINDS.emoji, { frames: 900 })).toBeNull()
  })

  it.each([undefined, 1, 65, 2.5, Number.NaN, -4])('is refused with %s frames', (frames) => {
    const given = frames === undefined ? {} : { frames }
    expect(() => animationOf(sheet, { ...given, framesOverTime: 10 })).toThrow(refusal('frames'))
  })

  it.each([undefined, 0, 65, 1.5])('is refused with %s frames per second', (framesOverTime) => {
    const given = framesOverTime === undefined ? {} : { framesOverTime }
    expect(() => animationOf(sheet, { ...given, frames: 10 })).toThrow(refusal('framesOverTime'))
  })
})
