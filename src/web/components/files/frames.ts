import type { ImageMask } from '../../generated/graphql.ts'

/** Frames of a sheet in a row, by the most frames that it can have. */
const SHEETS = [
  { frames: 4, perRow: 2 },
  { frames: 16, perRow: 4 },
] as const
const MOST_PER_ROW = 8

/** How many frames stand in a row of the square sheet of an animated emoji. */
export const framesPerRow = (frameCount: number): number =>
  SHEETS.find(({ frames }) => frameCount <= frames)?.perRow ?? MOST_PER_ROW

/** The frame that is shown after so many steps: 0, 1, 2, 0, … or, back and forth, 0, 1, 2, 1, 0, …. */
export function frameAt(step: number, frameCount: number, isPingPong: boolean): number {
  if (!isPingPong || frameCount < 2) return step % frameCount
  const period = 2 * (frameCount - 1)
  const place = step % period
  return place < frameCount ? place : period - place
}

/** Points on a curve of which the radius (0 to 1) depends on the angle, as a CSS polygon. */
function polygon(count: number, radiusAt: (angle: number, index: number) => number): string {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    const radius = 50 * radiusAt(angle, index)
    return `${(50 + radius * Math.sin(angle)).toFixed(1)}% ${(50 - radius * Math.cos(angle)).toFixed(1)}%`
  })
  return `polygon(${points.join(', ')})`
}

const HEART =
  'polygon(50% 96%, 18% 66%, 4% 46%, 2% 30%, 8% 16%, 20% 8%, 34% 8%, 44% 14%, 50% 24%, 56% 14%, 66% 8%, 80% 8%, 92% 16%, 98% 30%, 96% 46%, 82% 66%)'
const STAR_POINTS = 10
const POW_POINTS = 24
const FLOWER_POINTS = 72
const PETALS = 6

/** How a picture is cut to a shape, as `clip-path` of CSS. */
export const CLIPS: Readonly<Record<ImageMask, string>> = {
  CIRCLE: 'circle(50%)',
  FLOWER: polygon(FLOWER_POINTS, (angle) => 0.86 + 0.14 * Math.cos(PETALS * angle)),
  HEART,
  POW: polygon(POW_POINTS, (_, index) => (index % 2 === 0 ? 1 : 0.78)),
  SQUARE: 'none',
  STAR: polygon(STAR_POINTS, (_, index) => (index % 2 === 0 ? 1 : 0.5)),
}
