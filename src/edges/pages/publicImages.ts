import type Router from '@koa/router'
import { pageRouter } from '../koa.ts'
import { staticContent } from './staticContent.ts'

/** Seconds during which clients need not ask again. */
const MAX_AGE = 86_400

interface Shape {
  readonly width: number
  readonly height: number
}

type Colour = readonly [red: number, green: number, blue: number]

/** A person: a head above shoulders, `size` pixels high and wide. */
interface Figure {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: Colour
}

const GROUND: Colour = [59, 66, 82]
const BEHIND: Colour = [123, 136, 161]
const FRONT: Colour = [216, 222, 233]

/** Three people: what stands for a group without a picture. */
function figuresIn({ width, height }: Shape): Figure[] {
  const side = Math.min(width, height)
  const [x, y] = [width / 2, height * 0.4]
  const behind = { y, size: side * 0.8, colour: BEHIND }
  return [
    { ...behind, x: x - side * 0.22 },
    { ...behind, x: x + side * 0.22 },
    { x, y, size: side, colour: FRONT },
  ]
}

/** How much of a pixel lies within a circle, from 0 to 1. */
const within = (distance: number, radius: number) => Math.min(1, Math.max(0, radius - distance + 0.5))

/** How much of a pixel a figure covers. */
function coverOf({ x, y, size }: Figure, left: number, top: number): number {
  const floor = y + size * 0.32
  const head = within(Math.hypot(left - x, top - y), size * 0.09)
  const shoulders = top > floor ? 0 : within(Math.hypot(left - x, top - floor), size * 0.17)
  return Math.max(head, shoulders)
}

/** Draws the picture when it is asked for first: most processes never load the image library for it. */
async function drawGroupPicture(shape: Shape): Promise<Buffer> {
  const { width, height } = shape
  const figures = figuresIn(shape)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++)
    for (const [channel, value] of pixelAt(figures, at % width, Math.floor(at / width)).entries())
      pixels[at * 3 + channel] = value
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true })
    .toBuffer()
}

/** The colour of a pixel: that of the last figure that covers it. */
const pixelAt = (figures: readonly Figure[], left: number, top: number): number[] =>
  figures.reduce<number[]>(
    (under, figure) => {
      const cover = coverOf(figure, left, top)
      return under.map((value, channel) => Math.round(value + cover * ((figure.colour[channel] ?? value) - value)))
    },
    [...GROUND],
  )

const IMAGES: Readonly<Record<string, Shape>> = {
  '/public/group-icon.png': { width: 512, height: 512 },
  '/public/group-banner.png': { width: 1_200, height: 400 },
}

/** Serves the default pictures of groups, to everybody and to pages of other origins. */
export function publicImages(): Router {
  const router = pageRouter()
  for (const [path, shape] of Object.entries(IMAGES)) {
    const serve = staticContent({ type: 'png', load: () => drawGroupPicture(shape), maxAge: MAX_AGE })
    router.get(path, (ctx) => {
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      return serve(ctx)
    })
  }
  return router
}
