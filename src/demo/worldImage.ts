import type { Faker } from '@faker-js/faker'
import { emptyCanvas, encodePng, mixColours, pixelOf, randomColour } from './canvas.ts'

const WIDTH = 640
const HEIGHT = 480

/** Draws a landscape with sky, sun and hills as a PNG. */
export function drawDemoImage(faker: Faker): Promise<Buffer> {
  const [sky, horizon] = [randomColour(faker), randomColour(faker)]
  const [ground, light] = [pixelOf(randomColour(faker)), pixelOf(randomColour(faker))]
  const sun = { x: faker.number.int({ min: 80, max: 560 }), y: faker.number.int({ min: 60, max: 240 }), radius: 45 }
  const hills = hillsOf(faker.number.int({ min: 250, max: 380 }), faker.number.float({ min: 0.005, max: 0.03 }))
  const canvas = emptyCanvas(WIDTH, HEIGHT)
  const { pixels } = canvas
  for (let y = 0; y < HEIGHT; y++) {
    pixels.fill(pixelOf(mixColours(sky, horizon, y / HEIGHT)), y * WIDTH, (y + 1) * WIDTH)
    const half = Math.sqrt(sun.radius ** 2 - (y - sun.y) ** 2)
    if (half > 0) pixels.fill(light, y * WIDTH + Math.round(sun.x - half), y * WIDTH + Math.round(sun.x + half))
  }
  for (const [x, top] of hills.entries()) for (let y = top; y < HEIGHT; y++) pixels[y * WIDTH + x] = ground
  return encodePng(canvas)
}

/** The topmost pixel row of the hills in each column. */
const hillsOf = (height: number, swing: number) =>
  Array.from({ length: WIDTH }, (_, x) => Math.ceil(height + 40 * Math.sin(x * swing) + 15 * Math.sin(x * swing * 3.7)))
