import type { ImageShape } from '../../kernel/images.ts'
import { notSquare, tooNarrow, tooSmall } from './refusals.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The size in pixels that a picture gets in a shape. Throws `invalid` when there is none. */
export function fitting({ width, height }: Size, { least, most, square }: ImageShape): Size {
  if (square && width !== height) throw notSquare()
  if (Math.min(width, height) < least) throw tooSmall(least)
  const scale = Math.min(1, most / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const size = { width: scaled(width), height: scaled(height) }
  if (Math.min(size.width, size.height) < least) throw tooNarrow(least, most)
  return size
}
