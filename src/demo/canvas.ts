import type { Faker } from '@faker-js/faker'
import sharp from 'sharp'

/** Red, green and blue, each from 0 to 255. */
type Colour = readonly [number, number, number]

/** The pixels of a picture, row by row; transparent until they are painted. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
}

export const emptyCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: new Uint32Array(width * height),
})

export const randomColour = (faker: Faker): Colour => [
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
  faker.number.int({ min: 20, max: 235 }),
]

export const mixColours = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** An opaque pixel, whose bytes in memory are red, green, blue and alpha. */
export const pixelOf = ([red, green, blue]: Colour) =>
  new Uint32Array(Uint8Array.of(Math.round(red), Math.round(green), Math.round(blue), 255).buffer)[0] ?? 0

/** Paints the pixels of a shape. */
export function paint(
  { width, pixels }: Canvas,
  colour: Colour,
  isInside: (x: number, y: number) => boolean = () => true,
): void {
  const pixel = pixelOf(colour)
  for (let at = 0; at < pixels.length; at++) if (isInside(at % width, Math.floor(at / width))) pixels[at] = pixel
}

export const ellipse =
  (centreX: number, centreY: number, radiusX: number, radiusY = radiusX) =>
  (x: number, y: number): boolean =>
    ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 <= 1

export const encodePng = ({ width, height, pixels }: Canvas): Promise<Buffer> =>
  sharp(Buffer.from(pixels.buffer), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
