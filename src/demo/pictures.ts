import type { Faker } from '@faker-js/faker'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
type Colour = readonly [number, number, number]

const colourOf = (faker: Faker): Colour => [
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
]

/** A picture of a place that nobody has seen: a sky, a sun, and hills in front of it. */
export function demoPicture(faker: Faker): Promise<Buffer> {
  const [sky, horizon, ground, light] = [colourOf(faker), colourOf(faker), colourOf(faker), colourOf(faker)]
  const sun = { x: faker.number.int({ min: 80, max: 560 }), y: faker.number.int({ min: 60, max: 240 }), radius: 45 }
  const [height, swing] = [faker.number.int({ min: 250, max: 380 }), faker.number.float({ min: 0.005, max: 0.03 })]
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const hill = height + 40 * Math.sin(x * swing) + 15 * Math.sin(x * swing * 3.7)
    const colour = y > hill ? ground : skyAt({ x, y, sky, horizon, light, sun })
    pixels.set(colour, at * 3)
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  return sharp(pixels, { raw }).png({ palette: true }).toBuffer()
}

interface SkyPoint {
  readonly x: number
  readonly y: number
  readonly sky: Colour
  readonly horizon: Colour
  readonly light: Colour
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number }
}

function skyAt({ x, y, sky, horizon, light, sun }: SkyPoint): Colour {
  if (Math.hypot(x - sun.x, y - sun.y) < sun.radius) return light
  const share = y / HEIGHT
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [mix(sky[0], horizon[0]), mix(sky[1], horizon[1]), mix(sky[2], horizon[2])]
}
