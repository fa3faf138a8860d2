import type { Faker } from '@faker-js/faker'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
const RAW_FORMAT = { width: WIDTH, height: HEIGHT, channels: 4 } as const
type Colour = readonly [number, number, number]

const colourOf = (faker: Faker): Colour => [
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
]

/** Draws a landscape with sky, sun and hills as a PNG. */
export function drawDemoImage(faker: Faker): Promise<Buffer> {
  const [sky, horizon] = [colourOf(faker), colourOf(faker)]
  const [ground, light] = [pixelOf(colourOf(faker)), pixelOf(colourOf(faker))]
  const sun = { x: faker.number.int({ min: 80, max: 560 }), y: faker.number.int({ min: 60, max: 240 }), radius: 45 }
  const hills = hillsOf(faker.number.int({ min: 250, max: 380 }), faker.number.float({ min: 0.005, max: 0.03 }))
  const pixels = new Uint32Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    pixels.fill(pixelOf(mixColours(sky, horizon, y / HEIGHT)), y * WIDTH, (y + 1) * WIDTH)
    const half = Math.sqrt(sun.radius ** 2 - (y - sun.y) ** 2)
    if (half > 0) pixels.fill(light, y * WIDTH + Math.round(sun.x - half), y * WIDTH + Math.round(sun.x + half))
  }
  for (const [x, top] of hills.entries()) for (let y = top; y < HEIGHT; y++) pixels[y * WIDTH + x] = ground
  return sharp(Buffer.from(pixels.buffer), { raw: RAW_FORMAT }).png().toBuffer()
}

/** The topmost pixel row of the hills in each column. */
const hillsOf = (height: number, swing: number) =>
  Array.from({ length: WIDTH }, (_, x) => Math.ceil(height + 40 * Math.sin(x * swing) + 15 * Math.sin(x * swing * 3.7)))

const mixColours = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** An opaque pixel, whose bytes in memory are red, green, blue and alpha. */
const pixelOf = ([red, green, blue]: Colour) =>
  new Uint32Array(Uint8Array.of(Math.round(red), Math.round(green), Math.round(blue), 255).buffer)[0] ?? 0
