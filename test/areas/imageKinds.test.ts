import { describe, expect, it } from 'vitest'
import { animationOf, countedWith, IMAGE_KINDS, IMAGE_TAGS } from '../../src/areas/files/imageKinds.ts'
import { openImages } from '../../src/platform/images.ts'
import { aPicture } from '../support/pictures.ts'

const images = openImages()
const refusal = (field: string) => expect.objectContaining({ kind: 'invalid', field })

describe('kinds of pictures', () => {
  it('are all png, and every tag of an upload is one', () => {
    expect(Object.keys(IMAGE_KINDS)).toEqual([...IMAGE_TAGS, 'print', 'invitePhoto'])
    for (const { shape } of Object.values(IMAGE_KINDS)) expect(shape.format).toBe('png')
  })

  it('count emoji of both kinds together and everything else by itself', () => {
    expect(countedWith('emoji')).toEqual(['emoji', 'emojianimated'])
    expect(countedWith('emojianimated')).toEqual(countedWith('emoji'))
    expect(countedWith('sticker')).toEqual(['sticker'])
    const most = (['emoji', 'emojianimated', 'sticker', 'gallery', 'icon', 'print'] as const).map(
      (kind) => IMAGE_KINDS[kind].most,
    )
    expect(most).toEqual([18, 18, 18, 64, 64, 64])
  })

  it.each(['emoji', 'emojianimated', 'sticker', 'icon'] as const)('%s is square', async (kind) => {
    const { shape } = IMAGE_KINDS[kind]
    await expect(images.shape(await aPicture(1200, 1100), shape)).rejects.toEqual(refusal('file'))
    expect(await images.shape(await aPicture(1024, 1024), shape)).toMatchObject({ width: 1024, height: 1024 })
  })

  it('take no sheet of frames of less than 1024 pixels', async () => {
    const { shape } = IMAGE_KINDS.emojianimated
    await expect(images.shape(await aPicture(512, 512), shape)).rejects.toEqual(refusal('file'))
    expect(await images.shape(await aPicture(2048, 2048), shape)).toMatchObject({ width: 1024, height: 1024 })
  })
})

describe('the animation of a picture', () => {
  const sheet = IMAGE_KINDS.emojianimated

  it('is what was given, for a sheet of frames alone', () => {
    expect(animationOf(sheet, { frames: 2, framesOverTime: 1 })).toEqual({ frames: 2, framesOverTime: 1 })
    expect(animationOf(sheet, { frames: 64, framesOverTime: 64 })).toEqual({ frames: 64, framesOverTime: 64 })
    expect(animationOf(IMAGE_KINDS.emoji, { frames: 900 })).toBeNull()
  })

  it.each([undefined, 1, 65, 2.5, Number.NaN, -4])('is refused with %s frames', (frames) => {
    const given = frames === undefined ? {} : { frames }
    expect(() => animationOf(sheet, { ...given, framesOverTime: 10 })).toThrow(refusal('frames'))
  })

  it.each([undefined, 0, 65, 1.5])('is refused with %s frames a second', (framesOverTime) => {
    const given = framesOverTime === undefined ? {} : { framesOverTime }
    expect(() => animationOf(sheet, { ...given, frames: 10 })).toThrow(refusal('framesOverTime'))
  })
})
