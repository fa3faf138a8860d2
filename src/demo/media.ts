import { uploadImage } from '../areas/files/images/images.ts'
import { uploadPrint } from '../areas/prints/prints.ts'
import { addMilliseconds, HOUR } from '../kernel/clock.ts'
import { trusted } from '../kernel/ids.ts'
import type { Scope, ViewerScope } from '../kernel/scope.ts'
import { type Canvas, ellipse, emptyCanvas, encodePng, mixColours, paint } from './canvas.ts'
import { scopeOfUser } from './scopes.ts'

const SIDE = 256
const PHOTO = { width: 640, height: 360 }
const SHEET = { side: 1_024, frames: 16, perRow: 4 }

const SKY = [24, 32, 84] as const
const DUSK = [246, 150, 92] as const
const LIGHT = [255, 236, 190] as const
const DARK = [20, 24, 40] as const

/** What is written on the photos, the latest last. */
const NOTES = ['First evening here', 'The light before the rain', 'We stayed until it was dark']

/** Gives Ada what people make themselves: an emoji, an animated one, a sticker and photos. */
export async function addMedia(scope: Scope): Promise<void> {
  const where = { usernameKey: 'demo_ada' }
  const { id } = await scope.db.user.findFirstOrThrow({ where, select: { id: true } })
  const ada = scopeOfUser(scope, trusted<'user'>(id))
  await uploadImage(ada, 'emoji', sourceOf(drawSun()), { maskTag: 'circle', animationStyle: 'bounce' })
  const animation = { frames: SHEET.frames, framesOverTime: 12, loopStyle: 'linear' }
  await uploadImage(ada, 'emojianimated', sourceOf(drawOrbit()), animation)
  await uploadImage(ada, 'sticker', sourceOf(drawSun()), { maskTag: 'star' })
  for (const [number, note] of NOTES.entries()) await addPhoto(ada, number, note)
}

const sourceOf = (canvas: Canvas) => ({ read: () => encodePng(canvas) })

async function addPhoto(ada: ViewerScope, number: number, note: string): Promise<void> {
  const timestamp = addMilliseconds(ada.now, (number - NOTES.length) * HOUR).toISOString()
  await uploadPrint(ada, sourceOf(drawDusk(number)), { timestamp, note, worldName: 'Harbor' })
}

function drawSun(): Canvas {
  const canvas = emptyCanvas(SIDE, SIDE)
  paint(canvas, SKY)
  paint(canvas, DUSK, ellipse(SIDE / 2, SIDE / 2, SIDE / 3))
  paint(canvas, LIGHT, ellipse(SIDE / 2, SIDE / 2, SIDE / 4))
  return canvas
}

/** A sheet of frames in which a dot goes around. */
function drawOrbit(): Canvas {
  const { side, frames, perRow } = SHEET
  const canvas = emptyCanvas(side, side)
  paint(canvas, SKY)
  const length = side / perRow
  for (let frame = 0; frame < frames; frame++) {
    const angle = (2 * Math.PI * frame) / frames
    const centreX = (frame % perRow) * length + length * (0.5 + 0.28 * Math.sin(angle))
    const centreY = Math.floor(frame / perRow) * length + length * (0.5 - 0.28 * Math.cos(angle))
    paint(canvas, LIGHT, ellipse(centreX, centreY, length / 8))
  }
  return canvas
}

/** A sun that is lower from photo to photo, above hills. */
function drawDusk(number: number): Canvas {
  const { width, height } = PHOTO
  const canvas = emptyCanvas(width, height)
  const bands = 24
  for (let band = 0; band < bands; band++) {
    const top = (band * height) / bands
    paint(canvas, mixColours(SKY, DUSK, band / bands), (_, y) => y >= top)
  }
  paint(canvas, LIGHT, ellipse(width / 3, height / 2 + 40 * number, 44))
  paint(canvas, DARK, (x, y) => y > height * 0.72 + 24 * Math.sin(x / 70 + number))
  return canvas
}
