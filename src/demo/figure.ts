import type { Faker } from '@faker-js/faker'
import { type Canvas, ellipse, emptyCanvas, paint, randomColour } from './canvas.ts'

/** Pixels. */
const SIDE = 256

/** A creature with ears and a snout. */
export function drawFigure(faker: Faker): Canvas {
  const canvas = emptyCanvas(SIDE, SIDE)
  const fur = randomColour(faker)
  const ear = faker.number.int({ min: 50, max: 90 })
  paint(canvas, randomColour(faker))
  for (const x of [92, 164]) paint(canvas, fur, ellipse(x, 80, 22, ear))
  paint(canvas, fur, ellipse(128, 250, 78, 90))
  paint(canvas, fur, ellipse(128, 130, 72, 66))
  for (const x of [104, 152]) paint(canvas, [24, 22, 26], ellipse(x, 118, 9, 11))
  paint(canvas, randomColour(faker), ellipse(128, 158, 30, 20))
  paint(canvas, [24, 22, 26], ellipse(128, 150, 9, 7))
  return canvas
}
