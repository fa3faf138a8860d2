import {
  ImageAnimationStyle as AnimationName,
  type ImageLoopStyle as LoopName,
  ImageMask as MaskName,
} from '../../../contract/shapes/file.ts'
import { builder } from '../../../edges/graphql/builder.ts'

/** Enum values in upper case, by the names of the REST API. */
const valuesOf = <N extends string>(names: readonly N[], describe: (name: N) => string) =>
  Object.fromEntries(names.map((value) => [value.toUpperCase(), { value, description: describe(value) }]))

export const ImageAnimationStyle = builder.enumType('ImageAnimationStyle', {
  description: 'Animation that clients play with an emoji.',
  values: valuesOf(AnimationName.options, (name) => `The animation \`${name}\` of clients.`),
})

export const ImageLoopStyle = builder.enumType('ImageLoopStyle', {
  description: 'Order in which the frames of an image are repeated.',
  values: {
    LINEAR: { value: 'linear', description: 'From the first to the last.' },
    PINGPONG: { value: 'pingpong', description: 'From the first to the last and back.' },
  } as const satisfies Record<string, { value: (typeof LoopName.options)[number]; description: string }>,
})

export const ImageMask = builder.enumType('ImageMask', {
  description: 'Shape to which an emoji or sticker is cut.',
  values: valuesOf(MaskName.options, (name) => `The shape \`${name}\`.`),
})
